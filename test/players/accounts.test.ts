import { inFolders } from '../support/history.ts'
import { describeAccounts } from './contract/accounts.ts'

describeAccounts('PGlite', inFolders)
