import { inFolders } from '../support/history.ts'
import { describeStatistics } from './contract/statistics.ts'

describeStatistics('PGlite', inFolders, 1)
