import { inFolders } from '../support/history.ts'
import { describeProfiles } from './contract/profiles.ts'

describeProfiles('PGlite', inFolders)
