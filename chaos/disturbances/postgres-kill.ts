import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const postgresKill = disturbance({
  name: 'postgres-kill',
  what: '`kill -9` of Postgres, which starts again',
  open: () => openTwoNodes(),
  disturb: ({ stores: { postgres } }) => postgres.kill9(),
  repair: ({ stores: { postgres } }) => postgres.start(),
})
