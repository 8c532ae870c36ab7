import { inDatabases } from '../support/history-databases.ts'
import { describeArchive } from './contract/archive.ts'

describeArchive('Postgres', inDatabases)
