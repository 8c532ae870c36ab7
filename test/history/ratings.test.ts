import { inFolders } from '../support/history.ts'
import { describeRatings } from './contract/ratings.ts'

describeRatings('PGlite', inFolders, 1)
