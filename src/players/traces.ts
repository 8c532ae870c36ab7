import type { Database } from '../database/index.ts'

/** What the sessions of an account say about where they come from. */
export interface Traces {
  /** Digests of the addresses. */
  networks: ReadonlySet<string>
  /** Clients that name themselves the same, at the same address. */
  devices: ReadonlySet<string>
}

/** The traces of accounts; players without sessions have none. @throws CodedError `unavailable` */
export async function tracesOf(database: Database, players: readonly string[]): Promise<Map<string, Traces>> {
  const sessions = await database.use((db) =>
    db.session.findMany({
      where: { playerId: { in: [...players] }, network: { not: null } },
      select: { playerId: true, network: true, label: true },
    }),
  )
  const traces = new Map<string, { networks: Set<string>; devices: Set<string> }>()
  for (const { playerId, network, label } of sessions) {
    const of = traces.get(playerId) ?? { networks: new Set(), devices: new Set() }
    traces.set(playerId, of)
    of.networks.add(network!)
    of.devices.add(`${network} ${label}`)
  }
  return traces
}
