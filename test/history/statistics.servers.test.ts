import { inDatabases } from '../support/history-databases.ts'
import { describeStatistics } from './contract/statistics.ts'

describeStatistics('Postgres', inDatabases, 3)
