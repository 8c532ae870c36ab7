import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const postgresStop = disturbance({
  name: 'postgres-stop',
  what: `Postgres is stopped, and started again after ${AWAY_MS / 1000} s`,
  open: () => openTwoNodes(),
  disturb: async ({ stores: { postgres } }) => {
    await postgres.stop()
    await lasts()
  },
  repair: ({ stores: { postgres } }) => postgres.start(),
})
