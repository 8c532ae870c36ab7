import type { Viewer } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { joined } from './joined.ts'
import { ownView } from './own.ts'
import { publicView } from './public.ts'
import type { MatchView } from './types.ts'

/**
 * What a viewer may know of a match (base.md §10, agora.md §7, pantheon.md §7). It is built by naming what they may
 * know, never by deleting from the state: what everybody may know, and what depends on the viewer.
 */
export const view = (state: MatchState, viewer: Viewer): MatchView => joined(publicView(state), ownView(state, viewer))
