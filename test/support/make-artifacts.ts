import { builtServer } from './build.ts'
import { emptyHistory } from './empty-history.ts'

// Makes what many tests need before they run: else several workers would begin to make it at once. Tests that are run by
// themselves make what they need.
await Promise.all([builtServer(), emptyHistory()])
