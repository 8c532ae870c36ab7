import { constants, getPriority, setPriority } from 'node:os'
import { serve } from '../../threads/index.ts'
import { createHandlers } from './handlers.ts'

// A thread that thinks. It answers one question after the other.

/** Linux has a priority for each thread: this one comes after that of the server by so much. */
const NICER_BY = 10
if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER_BY))

serve(createHandlers())
