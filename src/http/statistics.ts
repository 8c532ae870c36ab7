import { customerOf, Places } from '../limits/index.ts'
import type { GameKind } from '../protocol/index.ts'
import { CodedError, GAME_KINDS, STATISTICS_AGE_MS } from '../protocol/index.ts'
import { boxOf } from '../rules/index.ts'
import { Answers, sendText, textOf } from './answers.ts'
import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Some hundred answers, of at most 30 KB each. */
const KEPT_BYTES = 16 * 1024 * 1024
/** How many answers are made at the same time: a long time of many games is a sum of many rows. Clients take turns. */
const AT_ONCE = 2
const WAITING = { perOwner: 4, inAll: 64 }

/** What finished games say of the game. */
export function statisticsRoutes(serve: Serve, { archive }: Pick<Parts, 'archive'>): void {
  const kept = new Answers({ bytes: KEPT_BYTES, ms: STATISTICS_AGE_MS })
  const places = Places.alike(AT_ONCE, WAITING)
  /** @throws CodedError `busy` */
  const answerTo = (address: string, asked: unknown, make: () => Promise<string>): Promise<string> =>
    kept.of(JSON.stringify(asked), () => places.run({ owner: customerOf(address) }, make))

  serve(
    'GET /v1/statistics/{kind}',
    async ({ address, params: { kind }, query }, reply) => {
      const make = async () => textOf(reply, await archive.statistics(kind, query))
      const { pool, rating, since, bots } = query
      return sendText(reply, await answerTo(address, [kind, pool, rating, since, bots], make))
    },
    { cache: REVALIDATED },
  )

  serve(
    'GET /v1/statistics/{kind}/draft',
    async ({ address, params: { kind }, query }, reply) => {
      const { pool, rating, since, bots, open } = query
      requireWonders(kind, open)
      const make = async () => textOf(reply, await archive.draftStatistics(kind, query))
      return sendText(reply, await answerTo(address, [kind, pool, rating, since, bots, open], make))
    },
    { cache: REVALIDATED },
  )
}

/** @throws CodedError `bad-request` if a wonder is not in the box of the kind of game. */
function requireWonders(kind: GameKind, open: readonly string[]): void {
  const { wonders } = boxOf(GAME_KINDS[kind].switches)
  const strange = open.find((id) => !wonders.some((wonder) => wonder === id))
  if (strange !== undefined) throw new CodedError('bad-request', `There is no wonder ${strange} in this kind of game.`)
}
