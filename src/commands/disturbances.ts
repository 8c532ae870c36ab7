import type { EventEmitter } from 'node:events'
import type { Disturbance } from '../protocol/index.ts'

/** What a test of a client does to this node, in test mode. */
export type Disturbances = EventEmitter<Record<Disturbance, []>>
