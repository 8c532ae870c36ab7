import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import { NEUTRAL, previewOf as previewOfMatch } from '../../src/http/preview-texts.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { CodedError, DEFAULT_GAME_OPTIONS } from '../../src/protocol/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Caller, Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { newActionId, newPlayer } from '../support/players.ts'

const settings = {
  corsOrigins: [],
  trustProxy: [],
  rates: { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 },
  web: true,
}

let http: Http
beforeEach(async () => {
  http = await openHttp({ settings })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.close()
})

const unescaped = (text: string): string =>
  text.replace(
    /&(?:lt|gt|quot|#39|amp);/g,
    (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' })[entity]!,
  )

/** What the program of a messenger reads from a link. */
async function previewOf(path: string, from: Http = http, headers: Record<string, string> = {}) {
  const answer = await from.app.inject({ url: path, headers: { accept: '*/*', ...headers } })
  const tags = Object.fromEntries(
    [...answer.body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(([, name, content]) => [
      name!,
      unescaped(content!),
    ]),
  )
  const titles = [...answer.body.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => unescaped(title!))
  return { answer, tags, titles }
}

/** The title and the description of a link, which all its tags agree on. */
async function wordsOf(path: string, from: Http = http): Promise<{ title: string; description: string }> {
  const { answer, tags, titles } = await previewOf(path, from)
  const { description, 'og:title': title } = tags
  expect([path, answer.statusCode]).toEqual([path, 200])
  expect(titles).toEqual([title])
  expect(tags).toMatchObject({
    'og:description': description,
    'og:site_name': 'Curia',
    'og:type': 'website',
    'twitter:card': tags['og:image']?.includes('/picture.png') ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
  })
  return { title: title!, description: description! }
}

async function create(host: Caller, terms: object = {}): Promise<{ match: string; code: string }> {
  const { match, code } = (await host.post<ViewAnswer>('/v1/matches', terms)).body.snapshot
  return { match, code: code! }
}

const resign = (player: Caller, match: string) =>
  player.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })

describe('the link of an invitation', () => {
  it('says who invites, to what, and with which clock', async () => {
    const { match, code } = await create(await http.guest('Ada'), { kind: 'agora', clock: 'blitz', rated: true })
    const words = {
      title: 'Ada invites you to 7 Wonders Duel',
      description:
        'The base game with the Agora expansion, 5 minutes each and 5 seconds a turn, rated. Open the link to play.',
    }
    for (const path of [`/join/${code}`, `/join/${code.toLowerCase()}`, `/match/${match}`]) {
      expect(await wordsOf(path)).toEqual(words)
    }
  })

  it.each([
    ['correspondence-1', '1 day a turn'],
    ['correspondence-3', '3 days a turn'],
    ['slow', '30 minutes each and 20 seconds a turn'],
    ['none', 'without a clock'],
  ])('with the clock %s says %s', async (clock, said) => {
    const { code } = await create(await http.guest('Ada'), { clock })
    expect((await wordsOf(`/join/${code}`)).description).toBe(`The base game, ${said}. Open the link to play.`)
  })

  it('of a private match says so only to those who have its code', async () => {
    const { match, code } = await create(await http.guest('Ada'), { visibility: 'private' })
    expect(await wordsOf(`/match/${match}`)).toEqual(NEUTRAL)
    expect(await wordsOf(`/match/${match}?code=ABCDEFGH`)).toEqual(NEUTRAL)
    expect((await wordsOf(`/match/${match}?code=${code}`)).title).toBe('Ada invites you to 7 Wonders Duel')
    expect((await wordsOf(`/join/${code}`)).title).toBe('Ada invites you to 7 Wonders Duel')
  })

  it('says nothing once it was used, withdrawn or never made', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const [used, withdrawn] = [await create(ada), await create(ada)]
    await bo.post('/v1/matches/join', { code: used.code })
    await ada.post(`/v1/matches/${withdrawn.match}/abort`, { actionId: newActionId(), version: 0 })
    for (const path of [
      `/join/${used.code}`,
      `/join/${withdrawn.code}`,
      `/match/${withdrawn.match}`,
      '/join/ABCDEFGH',
    ]) {
      expect([path, await wordsOf(path)]).toEqual([path, NEUTRAL])
    }
  })
})

describe('the link of a match', () => {
  it('says who plays against whom, and nothing of the board', async () => {
    const { match, players } = await http.started()
    await http.play(match, players, 10)
    expect(await wordsOf(`/match/${match}`)).toEqual({
      title: 'Ada against Bo',
      description: 'A match of 7 Wonders Duel is being played: the base game, without a clock. Open the link to watch.',
    })
    const moved = (await previewOf(`/match/${match}`)).answer.body
    await http.play(match, players, 1)
    expect((await previewOf(`/match/${match}`)).answer.body).toBe(moved)
  })

  it('of a private match is like that of no match, without its code', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const { match, code } = await create(ada, { visibility: 'private', seat: 0 })
    await bo.post('/v1/matches/join', { code })
    const unknown = '0000000000000000'
    for (const path of [
      '/match/ID',
      '/games/ID',
      '/games/ID/fairness',
      '/match/ID?code=ABCDEFGH',
      '/match/ID?code=x',
    ]) {
      const [own, none] = await Promise.all([match, unknown].map((id) => previewOf(path.replace('ID', id))))
      expect([path, own!.answer.body.replaceAll(match, unknown)]).toEqual([path, none!.answer.body])
      expect(own!.answer.statusCode).toBe(none!.answer.statusCode)
    }
    expect((await wordsOf(`/match/${match}?code=${code}`)).title).toBe('Ada against Bo')
  })

  it('says after the end who won, and how', async () => {
    const { match, players } = await http.started()
    await resign(players[0], match)
    for (const path of [`/match/${match}`, `/games/${match}`, `/games/${match}/fairness`]) {
      expect(await wordsOf(path)).toEqual({
        title: 'Bo won against Ada',
        description:
          'The other player resigned. 7 Wonders Duel: the base game, without a clock. Open the link to replay the game.',
      })
    }
  })
})

describe('the link of a game in the history', () => {
  it('says how it ended, with the points of a civilian victory alone', async () => {
    const endings = new Set<string>()
    // Random games end in each way sooner or later: most by points, some by a supremacy.
    while (!(endings.has('civilian') && endings.size > 1)) {
      const record = playedRecord()
      const game = finishedGame(record)
      await http.archive.store(game)
      const { title, description } = await wordsOf(`/games/${record.header.id}`)
      const { outcome, scores } = game
      endings.add(outcome.by)
      const [winner, loser] = outcome.winner === 1 ? ['Gaius', 'Livia'] : ['Livia', 'Gaius']
      const shared = outcome.winner === undefined || outcome.winner === null
      expect(title).toBe(shared ? 'Livia and Gaius share the victory' : `${winner} won against ${loser}`)
      const points = [scores[0].total, scores[1].total].sort((one, other) => other - one)
      const words = `, ${points.join(' to ')}. 7 Wonders Duel: the base game`
      if (outcome.by === 'civilian') expect(description).toContain(`Civilian victory${words}`)
      else expect(description).not.toContain(words)
    }
  })

  it.each([
    ['science', 'Scientific supremacy.'],
    ['politics', 'Political supremacy.'],
    ['time', 'The time of the other player had run out.'],
    ['absence', 'The other player had left.'],
    ['tie', 'Both have the same points.'],
    ['agreement', 'They agreed on a draw.'],
  ] as const)('that ended by %s says: %s', (by, said) => {
    const shared = by === 'tie' || by === 'agreement'
    const preview = previewOfMatch({
      status: 'ended',
      kind: 'base',
      options: DEFAULT_GAME_OPTIONS,
      terms: { clock: 'none', rated: false },
      players: { 0: newPlayer('Ada'), 1: newPlayer('Bo') },
      outcome: { by, ...(!shared && { winner: 1 as const }) },
    })
    expect(preview?.title).toBe(shared ? 'Ada and Bo share the victory' : 'Bo won against Ada')
    expect(preview?.description.startsWith(said)).toBe(true)
  })

  it('is neutral for an address that can be no game', async () => {
    for (const id of ['x', '%22%3E%3Cscript%3E', 'a'.repeat(90), '..%2f..']) {
      expect(await wordsOf(`/games/${id}`)).toEqual(NEUTRAL)
    }
  })
})

describe('the name of a player', () => {
  it('is text in the preview, whatever it is', async () => {
    const name = `"><script>'&amp;</title>`
    const { code } = await create(await http.guest(name))
    const { answer } = await previewOf(`/join/${code}`)
    expect((await wordsOf(`/join/${code}`)).title).toBe(`${name} invites you to 7 Wonders Duel`)
    expect(answer.body.match(/<script\b/g)).toHaveLength(1)
    expect(answer.body.match(/<\/title>/g)).toHaveLength(1)
  })

  it.each([
    ['ラムセス', 'ラムセス'],
    ['Zoë', 'Zoë'],
    ['אדה', '\u2068אדה\u2069'],
    ['عدا 7', '\u2068عدا 7\u2069'],
  ])('may be %s', async (name, shown) => {
    const { code } = await create(await http.guest(name))
    expect((await wordsOf(`/join/${code}`)).title).toBe(`${shown} invites you to 7 Wonders Duel`)
  })
})

describe('a preview', () => {
  it('is neutral while the stores do not answer, and for everything else that fails', async () => {
    const { match, players } = await http.started()
    await resign(players[0], match)
    for (const failure of [new CodedError('unavailable'), new CodedError('other-rules'), new Error('a fault')]) {
      vi.spyOn(http.matches.views, 'view').mockRejectedValue(failure)
      vi.spyOn(http.archive, 'get').mockRejectedValue(new CodedError('unavailable'))
      expect(await wordsOf(`/match/${match}`)).toEqual(NEUTRAL)
    }
  })

  it('is neutral when the stores take too long, and few links are looked up meanwhile', async () => {
    const look = vi.spyOn(http.matches.views, 'view').mockReturnValue(new Promise(() => undefined))
    const all = await Promise.all(Array.from({ length: 150 }, () => wordsOf('/match/0000000000000000')))
    expect(all).toEqual(all.map(() => NEUTRAL))
    expect(look).toHaveBeenCalledTimes(100)
  })

  it('is the same words that the document has as it is built', () => {
    const built = readFileSync(new URL('../../web/dist/index.html', import.meta.url), 'utf8')
    expect(built).toContain(`<meta name="description" content="${NEUTRAL.description}" />`)
    expect(built).toContain(`<title>${NEUTRAL.title}</title>`)
  })
})

describe('the absolute addresses of a preview', () => {
  const path = '/match/0000000000000000'

  it('begin with the host of the request, and then no shared cache may keep them', async () => {
    const { answer, tags } = await previewOf(path, http, { host: 'curia.example:8080' })
    expect(tags).toMatchObject({
      'og:url': `http://curia.example:8080${path}`,
      'og:image': 'http://curia.example:8080/icon-512.png',
    })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    const known = { 'if-none-match': String(answer.headers.etag) }
    expect((await previewOf(path, http, { host: 'curia.example:8080', ...known })).answer.statusCode).toBe(304)
    const other = await previewOf(path, http, { host: 'other.example', ...known })
    expect([other.answer.statusCode, other.tags['og:url']]).toEqual([200, `http://other.example${path}`])
  })

  it('are left out for a host that can be none', async () => {
    for (const host of ['"><script>alert(1)</script>', 'evil.example/path', 'user@evil.example', ' ']) {
      const { answer, tags } = await previewOf(path, http, { host })
      expect([answer.statusCode, tags['og:title'], tags['og:url'], tags['og:image']]).toEqual([
        200,
        'Curia',
        undefined,
        undefined,
      ])
      expect(answer.body).not.toContain('evil.example')
      expect(answer.body).not.toContain('alert(1)')
    }
  })

  it('begin with the address that a trusted proxy reports, and no other', async () => {
    const forwarded = { host: 'inside', 'x-forwarded-host': 'curia.example', 'x-forwarded-proto': 'https' }
    expect((await previewOf(path, http, forwarded)).tags['og:url']).toBe(`http://inside${path}`)
    const behind = await openHttp({ settings: { ...settings, trustProxy: ['loopback'] } })
    try {
      expect((await previewOf(path, behind, forwarded)).tags['og:url']).toBe(`https://curia.example${path}`)
      const strange = { ...forwarded, 'x-forwarded-proto': 'javascript' }
      expect((await previewOf(path, behind, strange)).tags['og:url']).toBeUndefined()
    } finally {
      await behind.close()
    }
  })

  it('begin with the public address of the server, and then caches may keep them', async () => {
    const known = await openHttp({ settings: { ...settings, publicUrl: 'https://curia.example' } })
    try {
      const { answer, tags } = await previewOf('/games/0000000000000000?utm_source=x', known, { host: 'evil.example' })
      expect(tags['og:url']).toBe('https://curia.example/games/0000000000000000')
      expect(tags['og:image']).toBe('https://curia.example/icon-512.png')
      expect(answer.body).not.toContain('evil.example')
      expect(answer.headers['cache-control']).toBe('public, no-cache')
      expect(String(answer.headers.vary).split(', ')).toEqual(['accept', 'accept-encoding'])
      expect((await known.app.inject(tags['og:image']!.replace('https://curia.example', ''))).statusCode).toBe(200)
      const watched = await previewOf(`${path}?code=abcdefgh&fbclid=1`, known)
      expect(watched.tags['og:url']).toBe(`https://curia.example${path}?code=ABCDEFGH`)
      const whole = await previewOf('http://evil.example/join/ABCDEFGH', known)
      expect(whole.tags['og:url']).toBe('https://curia.example/join/ABCDEFGH')
    } finally {
      await known.close()
    }
  })
})
