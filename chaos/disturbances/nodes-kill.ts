import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const nodesKill = disturbance({
  name: 'nodes-kill',
  what: '`kill -9` of both nodes at once',
  open: () => openTwoNodes(),
  disturb: async ({ nodes }) => void (await Promise.all(nodes.map((node) => node.end('SIGKILL')))),
  repair: async ({ nodes }) => void (await Promise.all(nodes.map((node) => node.start()))),
})
