import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance, lasts } from './disturbance.ts'

/** Longer than the lease of an ended match, after which another node stores its game, and than presence lasts, ms. */
const FROZEN_MS = 65_000

export const nodeFreeze = disturbance({
  name: 'node-freeze',
  what: `one of two nodes is frozen for ${FROZEN_MS / 1000} s (\`SIGSTOP\`): the other one takes over its games`,
  mayRepeat: true,
  open: () => openTwoNodes(),
  disturb: async ({ nodes }) => {
    nodes[0].signal('SIGSTOP')
    await lasts(FROZEN_MS)
    nodes[0].signal('SIGCONT')
  },
})
