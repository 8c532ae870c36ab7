import { inDatabases } from '../support/history.ts'
import { describeLists } from './contract/list.ts'

describeLists('Postgres', inDatabases)
