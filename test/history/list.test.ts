import { inFolders } from '../support/history.ts'
import { describeLists } from './contract/list.ts'

describeLists('PGlite', inFolders)
