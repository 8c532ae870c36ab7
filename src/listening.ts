import { once } from 'node:events'
import { createServer } from 'node:net'

/** Why the server cannot listen, by the error's code. The message names the variable to change. */
const PROBLEMS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `PORT: ${port} is in use on ${host}`,
  EACCES: (host, port) => `PORT: this user may not listen on ${port} of ${host}`,
  EADDRNOTAVAIL: (host) => `HOST: ${host} is no address of this machine`,
  ENOTFOUND: (host) => `HOST: ${host} is not known`,
}

/** The server cannot listen where it should. The message is one line, for the operator. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ListenError'
  }
}

/**
 * Does something that listens on a port of a host.
 * @throws ListenError if the port or the host cannot be used, and as `listen` does.
 */
export async function listening<T>(host: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
    throw problem ? new ListenError(problem(host, port), error) : error
  }
}

/** Requires that the server can listen, before it opens anything else. @throws ListenError. */
export async function requirePort(host: string, port: number): Promise<void> {
  await listening(host, port, async () => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}
