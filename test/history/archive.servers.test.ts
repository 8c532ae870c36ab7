import { inDatabases } from '../support/history.ts'
import { describeArchive } from './contract/archive.ts'

describeArchive('Postgres', inDatabases)
