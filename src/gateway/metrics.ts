import type { CountError, Figures } from '../metrics/index.ts'
import type { ErrorCode } from '../protocol/index.ts'

/** What the gateway counts. */
export interface GatewayMetrics {
  error(code: ErrorCode): void
  /** An action was committed, and its update sent to the players on this node, so long after its arrival (seconds). */
  move(seconds: number): void
  /** What to ask for the number of open sockets. */
  countSockets(sockets: () => number): void
}

export function gatewayMetrics(figures: Figures, countError: CountError): GatewayMetrics {
  return {
    error: (code) => countError({ transport: 'socket', code }),
    move: figures.histogram(
      'curia_move_duration_seconds',
      'From the arrival of an action over a socket until its update is sent to the players on this node',
      [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    ),
    countSockets: (sockets) => figures.gauge('curia_sockets', 'Open sockets', sockets),
  }
}
