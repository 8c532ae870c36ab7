import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const nodesRestart = disturbance({
  name: 'nodes-restart',
  what: 'both nodes are restarted in turn (`SIGTERM`)',
  open: () => openTwoNodes(),
  disturb: async ({ nodes }) => {
    for (const node of nodes) {
      const code = await node.end('SIGTERM')
      if (code !== 0) throw new Error(`a node ended with the code ${code}`)
      await node.start()
    }
  },
})
