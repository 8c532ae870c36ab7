import { setTimeout as delay } from 'node:timers/promises'
import { openWorkers } from '../stack/workers.ts'
import { disturbance } from './disturbance.ts'

export const workersRestart = disturbance({
  name: 'workers-restart',
  what: '`WORKERS=2`: the workers are replaced in turn (`SIGUSR2`)',
  open: () => openWorkers(2),
  disturb: async ({ nodes: [node] }) => {
    node.signal('SIGUSR2')
    while (!node.output().includes('the workers were restarted')) await delay(50)
  },
})
