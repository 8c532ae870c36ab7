// Set up before the tests of a file: a commit draws the same cases of its properties in each run, and fewer than there are
// with `./scripts/test --all`.
import fc from 'fast-check'
import { repeats, seedOfDraw } from './drawn.ts'

const seed = seedOfDraw('properties')
if (seed !== undefined) fc.configureGlobal({ seed, numRuns: repeats(100) })
