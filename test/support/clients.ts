import { afterEach } from 'vitest'

/** Returns what each test of the file that calls it gives its clients to: they are closed after it. It returns them. */
export function clientsOfEachTest(): <Client extends { close(): void }>(client: Client) => Client {
  const clients: { close(): void }[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })
  return (client) => {
    clients.push(client)
    return client
  }
}
