import { inFolders } from '../support/history.ts'
import { describeArchive } from './contract/archive.ts'

describeArchive('PGlite', inFolders)
