import { openOnSmallDisk } from '../stack/embedded.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const embeddedFull = disturbance({
  name: 'embedded-full',
  what: `the disk of a server with embedded stores is full for ${AWAY_MS / 1000} s`,
  open: openOnSmallDisk,
  disturb: async ({ disk }) => {
    await disk.fill()
    await lasts()
    await disk.empty()
  },
})
