import { openEmbedded } from '../stack/embedded.ts'
import { disturbance } from './disturbance.ts'

export const embeddedKill = disturbance({
  name: 'embedded-kill',
  what: '`kill -9` of a server with embedded stores',
  open: () => openEmbedded(),
  disturb: async ({ nodes }) => void (await nodes[0].end('SIGKILL')),
  repair: ({ nodes }) => nodes[0].start(),
})
