import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const nodeKill = disturbance({
  name: 'node-kill',
  what: '`kill -9` of one of two nodes',
  open: () => openTwoNodes(),
  disturb: async ({ nodes }) => void (await nodes[0].end('SIGKILL')),
  repair: ({ nodes }) => nodes[0].start(),
})
