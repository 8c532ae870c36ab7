import { builtServer } from './build.ts'
import { emptyHistory } from './empty-history.ts'

// Makes what many tests need, before they run: otherwise several workers would make it at the same time. A test that is
// run by itself makes what it needs.
await Promise.all([builtServer(), emptyHistory()])
