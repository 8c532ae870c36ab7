import type { Target } from '../target.ts'
import { boardgame } from './boardgame.ts'
import { colyseus } from './colyseus.ts'
import { curia } from './curia.ts'
import { plain } from './plain.ts'

/** By the protocol that a server speaks. */
export const TARGETS = { curia, plain, boardgame, colyseus } as const satisfies Record<string, Target>
export type TargetName = keyof typeof TARGETS
