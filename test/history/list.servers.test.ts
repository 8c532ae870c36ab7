import { inDatabases } from '../support/history-databases.ts'
import { describeLists } from './contract/list.ts'

describeLists('Postgres', inDatabases)
