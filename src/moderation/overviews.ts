import type { Database } from '../database/index.ts'
import type { Backlog } from '../live/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Overview, PlayerRef } from '../protocol/index.ts'
import type { Announcements } from './announcements.ts'
import type { Nodes } from './nodes.ts'
import { requireModerator } from './roles.ts'

export interface OverviewsParts {
  database: Database
  nodes: Pick<Nodes, 'list'>
  /** The ended matches that are not stored yet. @throws CodedError `unavailable` */
  backlog: () => Promise<Backlog>
  /** What waits for all webhooks. @throws CodedError `unavailable` */
  webhooks: () => Promise<Overview['webhooks']>
  lobby: Pick<Lobby, 'queue'>
  announcements: Pick<Announcements, 'current'>
  playsBots: boolean
}

/** What moderators see of the servers. */
export class Overviews {
  readonly #parts: OverviewsParts

  constructor(parts: OverviewsParts) {
    this.#parts = parts
  }

  /** What goes on on all nodes. @throws CodedError `moderator-needed`, `unavailable` */
  async read(moderator: PlayerRef): Promise<Overview> {
    const { database, nodes, backlog, webhooks, lobby, announcements, playsBots } = this.#parts
    await requireModerator(database, moderator.id)
    const [list, { games, since }, deliveries, { pools }] = await Promise.all([
      nodes.list(),
      backlog(),
      webhooks(),
      lobby.queue.pools(),
    ])
    return {
      nodes: list,
      outbox: { games, ...(since !== null && { since }) },
      webhooks: deliveries,
      queues: pools.flatMap(({ pool, waiting }) => (waiting > 0 ? [{ pool, waiting }] : [])),
      bots: playsBots,
      announced: announcements.current,
    }
  }
}
