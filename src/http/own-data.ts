import { Readable } from 'node:stream'
import type { Archive } from '../history/index.ts'
import { ownDataSchema, ratingKindSchema } from '../protocol/index.ts'
import type { AccountExport, OwnData, PlayerRef } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

/** What concerns one player's data beyond his games: his account, and the session that he asks with. */
interface OwnDataParts {
  archive: Archive
  accounts: { export(player: string): Promise<AccountExport | null>; delete(player: string): Promise<void> }
  sessions: Pick<Parts['sessions'], 'logOut'>
}

/** Thousands of games take their time. */
const HANDLER_TIMEOUT_MS = 600_000
const PER_MINUTE = 10
const GAMES_PER_PAGE = 20
const CHANGES_PER_PAGE = 100

/** What is kept of a player, for himself; and that nothing is kept any more. */
export function ownDataRoutes(app: App, { archive, accounts, sessions }: OwnDataParts, auth: Auth): void {
  const common = {
    preValidation: auth.needed,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
  }
  const documented = { tags: ['players'], security: NEEDS_TOKEN }

  app.get(
    '/v1/players/me/data',
    {
      ...common,
      schema: {
        ...documented,
        summary: 'Everything that is kept of the caller',
        description: 'Profile, ratings, finished games with their logs, what was said in them, and the account; as one JSON document.',
        response: { 200: ownDataSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { player } = identityOf(request)
      // Asked for before anything is sent: once the document has begun, it can only be cut short.
      const [profile, account] = await Promise.all([archive.player(player.id), accounts.export(player.id)])
      const head = { exportedAt: Date.now(), player, account, profile }
      const document = Readable.from(ownData(archive, player, head), { objectMode: false })
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="curia-${player.id}.json"`)
        .type('application/json; charset=utf-8')
        .send(document as unknown as OwnData)
    },
  )

  app.delete(
    '/v1/players/me',
    {
      ...common,
      schema: {
        ...documented,
        summary: 'Delete oneself',
        description:
          'Account and sessions end; name and words are taken out of all finished games, and of those that are still to be stored. ' +
          'The games stay, and so do their results and the ratings of the opponents. If it fails, it is to be repeated.',
        response: { 204: NOTHING, ...failures },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      await archive.forget(identity.player.id)
      await accounts.delete(identity.player.id)
      // The last thing: until then his token is good for another try.
      await sessions.logOut(identity)
      return reply.code(204).send()
    },
  )
}

/** The document of everything that is kept of a player, in pieces; never more than a page of it is in memory. */
async function* ownData(
  archive: Archive,
  { id }: PlayerRef,
  head: Omit<OwnData, 'ratingHistory' | 'games'>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"ratingHistory":`
  yield* listed(changes(archive, id))
  yield ',"games":'
  yield* listed(pages((cursor) => archive.ownGames(id, { limit: GAMES_PER_PAGE, ...cursor }), ({ games }) => games))
  yield '}\n'
}

async function* changes(archive: Archive, id: string): AsyncGenerator<OwnData['ratingHistory'][number]> {
  for (const kind of ratingKindSchema.options) {
    const page = (cursor: { cursor?: string }) => archive.ratingHistory(id, kind, { limit: CHANGES_PER_PAGE, ...cursor })
    yield* pages(page, (found) => found.changes.map((change) => ({ kind, ...change })))
  }
}

/** What is on all pages, one after the other. */
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

/** A JSON array. */
async function* listed(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
