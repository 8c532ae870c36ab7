import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const clientsSilence = disturbance({
  name: 'clients-silence',
  what: `nothing arrives between players and nodes for ${AWAY_MS / 1000} s`,
  open: () => openTwoNodes(),
  disturb: async ({ entrance: { line } }) => {
    line.stall()
    await lasts()
    line.mend()
  },
})
