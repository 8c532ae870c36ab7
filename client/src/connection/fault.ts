/** Why the server cannot be reached, where that is known: in words, and for programs. */
export interface Fault {
  message: string
  reason: string
}

export const NEEDS_STICKY_SESSIONS: Fault = {
  reason: 'sticky-sessions-needed',
  message:
    'WebSockets to the server are blocked, and long polling does not work: the load balancer sends the requests of one ' +
    'client to several nodes. It needs sticky sessions.',
}
