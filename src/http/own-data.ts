import { Readable } from 'node:stream'
import type { Archive } from '../history/index.ts'
import type { AccountExport, OwnData, PlayerRef } from '../protocol/index.ts'
import { RATING_KINDS } from '../protocol/index.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Where a player's data is. */
interface DocumentParts {
  archive: Archive
  accounts: { export(player: string): Promise<AccountExport | null> }
  moderation: Pick<Parts['moderation'], 'reportsBy'>
  puzzles: Pick<Parts['puzzles'], 'rating' | 'ownAnswers'>
  tournaments: Pick<Parts['tournaments'], 'ofPlayer'>
}

/** The same, and what is needed to delete it: games, account, and the session of the request. */
interface OwnDataParts extends DocumentParts {
  accounts: DocumentParts['accounts'] & {
    requirePassword(player: PlayerRef, password: string | undefined): Promise<void>
    delete(player: string): Promise<void>
  }
  bots: Pick<Parts['bots'], 'ids'>
  sessions: Pick<Parts['sessions'], 'logOut'>
  moderation: Pick<Parts['moderation'], 'reportsBy' | 'forget' | 'expel' | 'expelLater'>
  puzzles: DocumentParts['puzzles'] & Pick<Parts['puzzles'], 'forget'>
  tournaments: DocumentParts['tournaments'] & Pick<Parts['tournaments'], 'forget'>
}

/** Thousands of games take time. */
const HANDLER_TIMEOUT_MS = 600_000
const GAMES_PER_PAGE = 20
const CHANGES_PER_PAGE = 100
const ANSWERS_PER_PAGE = 100
/** The latest ones; the others are named in the games that were played in them. */
const MOST_TOURNAMENTS = 10_000

/** A player's own data: to download and to delete. */
export function ownDataRoutes(serve: Serve, parts: OwnDataParts): void {
  const { accounts, bots, sessions, moderation } = parts

  serve(
    'GET /v1/players/me/data',
    async (request, reply) => {
      const { player } = request.identity
      const document = await ownDocument(parts, player)
      return reply
        .header('content-disposition', `attachment; filename="curia-${player.id}.json"`)
        .type('application/json; charset=utf-8')
        .send(document)
    },
    { handlerTimeout: HANDLER_TIMEOUT_MS },
  )

  serve(
    'DELETE /v1/players/me',
    async (request) => {
      const identity = request.identity
      const { player } = identity
      await accounts.requirePassword(player, request.body?.password)
      const ids = [...(await bots.ids(player)), player.id]
      for (const id of ids) await forgetPlayer(parts, id)
      await accounts.delete(player.id)
      // This is the last step: until then the token is valid for another attempt.
      await sessions.logOut(identity)
      for (const id of ids) moderation.expelLater(id)
    },
    { handlerTimeout: HANDLER_TIMEOUT_MS },
  )
}

interface ForgetParts {
  archive: Pick<Archive, 'forget'>
  moderation: Pick<Parts['moderation'], 'forget'>
  puzzles: Pick<Parts['puzzles'], 'forget'>
  tournaments: Pick<Parts['tournaments'], 'forget'>
}

/**
 * Ends what a player takes part in, and removes what is stored of them next to the account. It can be repeated, and must
 * be if it failed.
 */
export async function forgetPlayer(
  parts: ForgetParts & { moderation: Pick<Parts['moderation'], 'expel'> },
  id: string,
): Promise<void> {
  await parts.moderation.expel(id)
  await forgetStored(parts, id)
}

/** Removes what is stored of a player next to the account. It can be repeated, and must be if it failed. */
export async function forgetStored(
  { archive, moderation, puzzles, tournaments }: ForgetParts,
  id: string,
): Promise<void> {
  await archive.forget(id)
  await moderation.forget(id)
  await puzzles.forget(id)
  await tournaments.forget(id)
}

/**
 * The document of a player's own data. What can be read at once is read before this resolves: a failure after that can
 * only cut the document short.
 * @throws CodedError `unavailable`
 */
export async function ownDocument(parts: DocumentParts, player: PlayerRef): Promise<Readable> {
  const { archive, accounts, moderation, puzzles } = parts
  const [profile, account, reports, puzzleRating, tournaments] = await Promise.all([
    archive.player(player.id),
    accounts.export(player.id),
    moderation.reportsBy(player.id),
    puzzles.rating(player.id),
    parts.tournaments.ofPlayer(player.id, MOST_TOURNAMENTS),
  ])
  const head = { exportedAt: Date.now(), player, account, profile, reports, puzzleRating, tournaments }
  return Readable.from(ownData(parts, player, head), { objectMode: false })
}

/** The document of a player's data, in pieces: never more than a page of it is in memory. */
async function* ownData(
  { archive, puzzles }: Pick<DocumentParts, 'archive' | 'puzzles'>,
  { id }: PlayerRef,
  head: Omit<OwnData, 'puzzleAnswers' | 'ratingHistory' | 'games'>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"puzzleAnswers":`
  yield* listed(
    pages(
      ({ cursor }) => puzzles.ownAnswers(id, ANSWERS_PER_PAGE, cursor),
      ({ answers }) => answers,
    ),
  )
  yield ',"ratingHistory":'
  yield* listed(changes(archive, id))
  yield ',"games":'
  yield* listed(
    pages(
      (cursor) => archive.ownGames(id, { limit: GAMES_PER_PAGE, ...cursor }),
      ({ games }) => games,
    ),
  )
  yield '}\n'
}

async function* changes(archive: Archive, id: string): AsyncGenerator<OwnData['ratingHistory'][number]> {
  for (const kind of RATING_KINDS) {
    const page = (cursor: { cursor?: string }) =>
      archive.ratingHistory(id, kind, { limit: CHANGES_PER_PAGE, ...cursor })
    yield* pages(page, (found) => found.changes.map((change) => ({ kind, ...change })))
  }
}

/** The items of all pages, in order. */
async function* pages<Page extends { next?: string | undefined }, One>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
  onPage: (page: Page) => One[],
): AsyncGenerator<One> {
  let page = await read({})
  yield* onPage(page)
  while (page.next !== undefined) {
    page = await read({ cursor: page.next })
    yield* onPage(page)
  }
}

/** The items as a JSON array. */
async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
