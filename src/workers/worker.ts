import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import { AggregatorRegistry } from 'prom-client'
import type { PrimaryMessage, WorkerMessage } from './messages.ts'
import { isOurs } from './messages.ts'
import { PollingRoutes, socketsFolder } from './polling.ts'

/** What a worker has of its primary. */
export interface PrimaryLink {
  /** How requests of long polling find the worker that has their connection. */
  polling: Pick<PollingRoutes, 'newId' | 'attach'>
  /** The figures of all workers, of which this one has these. @throws Error if a worker does not answer */
  metricsOf: (registry: Registry) => () => Promise<string>
  /** Says that this worker listens. */
  ready(address: string): void
  /** Calls back, once, when the primary says that this worker is to stop. */
  onStop(stop: () => void): void
  /** New connections go to other workers from now on, and clients that come through this worker alone connect again. */
  leave(): void
}

/** The link of this process to its primary; null if it is no worker. */
export function joinPrimary(): PrimaryLink | null {
  const worker = cluster.worker
  const folder = socketsFolder()
  if (!worker || folder === undefined) return null
  // It answers the primary from the beginning, when it asks for the figures of this process.
  new AggregatorRegistry()
  const polling = new PollingRoutes(folder, worker.id)
  const questions = new Map<number, (text: string | null) => void>()
  let asked = 0
  let stopped = false
  let leaving = false
  let stop: (() => void) | undefined
  const stopOnce = (): void => {
    stopped = true
    stop?.()
    stop = undefined
  }
  const send = (message: WorkerMessage): void => void (worker.isConnected() && process.send!(message))
  process.on('message', (message: unknown) => {
    if (!isOurs<PrimaryMessage>(message)) return
    if (message.curia === 'stop') return stopOnce()
    questions.get(message.question)?.(message.text)
    questions.delete(message.question)
  })
  // Node ends a worker at once when its primary has died. Nothing that was acknowledged depends on a good end.
  process.prependOnceListener('disconnect', () => {
    for (const answer of questions.values()) answer(null)
    if (!leaving) polling.removeFolder()
  })
  return {
    polling,
    metricsOf(registry) {
      AggregatorRegistry.setRegistries(registry)
      return async () => {
        const text = await new Promise<string | null>((resolve) => {
          if (!worker.isConnected()) return resolve(null)
          questions.set(++asked, resolve)
          send({ curia: 'metrics', question: asked })
        })
        if (text === null) throw new Error('the figures of all workers could not be read')
        return text
      }
    },
    ready: (address) => send({ curia: 'ready', address }),
    onStop(callback) {
      if (stopped) callback()
      else stop = callback
    },
    leave() {
      leaving = true
      if (worker.isConnected()) worker.disconnect()
      polling.cut()
    },
  }
}
