import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const clientsCut = disturbance({
  name: 'clients-cut',
  what: `all connections of players break, and none can be made for ${AWAY_MS / 1000} s`,
  open: () => openTwoNodes(),
  disturb: async ({ entrance: { line } }) => {
    line.sever()
    await lasts()
    line.mend()
  },
})
