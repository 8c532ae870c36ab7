import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'
import { isOurs, SOCKETS_VARIABLE } from './messages.ts'
import type { PrimaryMessage, WorkerMessage } from './messages.ts'
import { SessionRoutes } from './session-routes.ts'
import type { Clients } from './session-routes.ts'

/** What a worker has of its primary. */
export interface PrimaryLink {
  /** A new id for a connection of Engine.IO, by which the other workers find this one. */
  newSessionId: () => string
  /** The figures of all workers, of which this one has these. @throws Error if a worker does not answer */
  metricsOf: (registry: Registry) => () => Promise<string>
  /** Requests of connections that another worker has are passed on from now on. The server has all its listeners. */
  shareSessions(server: HttpServer, clients: Clients): Promise<void>
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
  const sockets = process.env[SOCKETS_VARIABLE]
  if (!worker || sockets === undefined) return null
  // It answers the primary from the beginning, when it asks for the figures of this process.
  new AggregatorRegistry()
  const routes = new SessionRoutes(sockets, worker.id)
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
    if (!leaving) rmSync(sockets, { recursive: true, force: true })
  })
  return {
    newSessionId: () => routes.newId(),
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
    shareSessions: (server, clients) => routes.attach(server, clients),
    ready: (address) => send({ curia: 'ready', address }),
    onStop(callback) {
      if (stopped) callback()
      else stop = callback
    },
    leave() {
      leaving = true
      if (worker.isConnected()) worker.disconnect()
      routes.cut()
    },
  }
}
