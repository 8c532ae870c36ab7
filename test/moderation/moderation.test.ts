import { inFolders } from '../support/history.ts'
import { describeModeration } from './contract.ts'

describeModeration('PGlite', inFolders)
