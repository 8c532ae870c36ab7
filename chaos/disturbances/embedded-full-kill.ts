import { openOnSmallDisk } from '../stack/embedded.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const embeddedFullKill = disturbance({
  name: 'embedded-full-kill',
  what: 'the same, with `kill -9` while the disk is full',
  open: openOnSmallDisk,
  disturb: async ({ disk, nodes }) => {
    await disk.fill()
    await lasts(AWAY_MS)
    await nodes[0].end('SIGKILL')
    await disk.empty()
  },
  repair: ({ nodes }) => nodes[0].start(),
})
