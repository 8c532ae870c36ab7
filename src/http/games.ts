import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadableGame } from '../history/index.ts'
import { GameReader } from '../history/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { positionOf, wholeReplay } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { Answers, sendText, textOf } from './answers.ts'
import { digest, FOR_CALLER, isKnown, OWN, REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'
import { RELEASE } from './server-info.ts'

const VIEWERS: Record<'0' | '1' | 'spectator', Viewer> = { 0: 0, 1: 1, spectator: 'spectator' }

/** What gives other answers for the same record. */
const BUILD = [RELEASE, RULES_VERSION]

/** Replays and positions of finished games: some 300 replays, or 3,000 positions. */
const KEPT = { bytes: 16 * 1024 * 1024, ms: 600_000 }

/** Finished games, and replays of all matches. */
export function gameRoutes(serve: Serve, { matches: { views }, archive }: Pick<Parts, 'matches' | 'archive'>): void {
  const games = new GameReader(views, archive)
  const answers = new Answers(KEPT)

  /**
   * Sends what follows from the record of a game, and `what` of it. Nothing else of a record changes than the names of its
   * players, so that the tag is known before the record is read, and a deleted name is in no answer that is kept.
   */
  const sendOf = async (
    [request, reply]: [FastifyRequest, FastifyReply],
    { id, named, record }: ReadableGame,
    what: string,
    cacheControl: typeof REVALIDATED | typeof OWN,
    make: (record: MatchRecord) => unknown,
  ): Promise<FastifyReply> => {
    const tag = `${id}.${what}.${digest([BUILD, named.map((player) => [player.id, player.name])])}`
    if (isKnown(request, reply, tag, cacheControl)) return reply.code(304).send()
    return sendText(reply, await answers.of(tag, async () => textOf(reply, make(await record()))))
  }

  serve('GET /v1/games', async (request) => archive.list(request.query), { cache: REVALIDATED })

  serve('GET /v1/games/{id}', async (request, reply) => {
    const { game, listed } = await games.game(request.params.id)
    const tag = `${game.id}.${digest(game)}`
    if (isKnown(request, reply, tag, forReaders(listed))) return reply.code(304).send()
    return game
  })

  serve('GET /v1/games/{id}/replay', async (request, reply) => {
    const found = await games.replay(request.identity?.player ?? null, request.params.id, request.query.code)
    if (!found.ended) return reply.header('cache-control', FOR_CALLER).send(found.replay)
    return sendOf([request, reply], found.past, 'replay', forReaders(found.past.listed), wholeReplay)
  })

  serve('GET /v1/games/{id}/positions/{version}', async (request, reply) => {
    const { id, version } = request.params
    const { viewer: named, code } = request.query
    const wanted = named && VIEWERS[named]
    const found = await games.position(request.identity?.player ?? null, id, version, { viewer: wanted, code })
    if (!found.ended) {
      const { answer } = found
      const tag = `${id}.${version}.${digest(answer)}`
      return isKnown(request, reply, tag, OWN) ? reply.code(304).send() : answer
    }
    const { past, viewer } = found
    // The answer depends on the address alone if the address names the viewer.
    const cacheControl = wanted === undefined ? OWN : forReaders(past.listed)
    return sendOf([request, reply], past, `${version}.${viewer}`, cacheControl, (record) =>
      positionOf(record, version, viewer, true),
    )
  })
}

/** A shared cache keeps a game only if lists of all games have it: of others, only who was told the address knows. */
const forReaders = (listed: boolean): typeof REVALIDATED | typeof OWN => (listed ? REVALIDATED : OWN)
