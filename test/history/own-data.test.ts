import { inFolders } from '../support/history.ts'
import { describeOwnData } from './contract/own-data.ts'

describeOwnData('PGlite', inFolders)
