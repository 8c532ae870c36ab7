import { inDatabases } from '../support/history-databases.ts'
import { describeOwnData } from './contract/own-data.ts'

describeOwnData('Postgres', inDatabases)
