import type { ServerOptions } from 'ws'
import { WebSocketServer } from 'ws'

/**
 * For the `wsEngine` option of the server. It reads one message of each connection in a tick of the event loop: however
 * much a client sends at once, the others get their turn.
 */
export class FairWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, allowSynchronousEvents: false })
  }
}
