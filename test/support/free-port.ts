import { randomInt } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'
/** Systems give greater ones to whoever asks for any port, and to each connection. */
const [FIRST, LAST] = [20_000, 32_767]

/**
 * A port of this machine that nobody listens on. Until this process ends, no other caller of this function gets it, in
 * another run of the tests either: so a server can stop, and start on it again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1)
    // The sign that it is taken is a socket of UDP on the same number, which ends with the process.
    const [sign, probe] = [createSocket('udp4').unref(), createServer()]
    const isFree =
      (await isBound(sign.bind({ port, address: HOST, exclusive: true }))) && (await isBound(probe.listen(port, HOST)))
    if (probe.listening) await once(probe.close(), 'close')
    if (isFree) return port
    sign.close()
  }
}

/** Whether a socket gets the port that it asks for. */
const isBound = (socket: Socket | Server): Promise<boolean> =>
  once(socket, 'listening').then(
    () => true,
    () => false,
  )
