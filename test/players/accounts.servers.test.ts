import { inDatabases } from '../support/history-databases.ts'
import { describeAccounts } from './contract/accounts.ts'

describeAccounts('Postgres', inDatabases)
