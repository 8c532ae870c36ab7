/** The pictures that messengers show of links, as the built server answers them, and what they are made of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import { invitationPicture, nowOf, Painter, pictureOf } from '../../src/pictures/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { foldRecord, snapshot } from '../../src/record/index.ts'
import { playedRecord } from '../support/finished.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { seededRandom } from '../support/random.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.destroy())

/** Width and height, as the header of a PNG says them; null for what is none. */
function sizeOf(png: Buffer): [number, number] | null {
  const isPng =
    png.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && png.toString('latin1', 12, 16) === 'IHDR'
  return isPng ? [png.readUInt32BE(16), png.readUInt32BE(20)] : null
}

/** The address of the picture that the page of a link names, and whether it is to be shown large. */
async function pictureNamedBy(path: string): Promise<{ picture: string; card: string }> {
  const html = await (await fetch(server.url + path, { headers: { accept: '*/*' } })).text()
  const tag = (name: string): string =>
    new RegExp(`="${name}" content="([^"]*)"`).exec(html)![1]!.replaceAll('&amp;', '&')
  return { picture: tag('og:image'), card: tag('twitter:card') }
}

async function seated(terms: object): Promise<{ match: string; code: string; players: [HttpPlayer, HttpPlayer] }> {
  const players: [HttpPlayer, HttpPlayer] = [
    await HttpPlayer.guest(server.url, 'Ada'),
    await HttpPlayer.guest(server.url, 'Ben'),
  ]
  const {
    snapshot: { match, code },
  } = await players[0].create({ seat: 0, ...terms })
  await players[1].join(code!)
  return { match, code: code!, players }
}

async function expectPicture(path: string): Promise<Response> {
  const { picture, card } = await pictureNamedBy(path)
  expect([picture.endsWith('/icon-512.png'), card]).toEqual([false, 'summary_large_image'])
  const answer = await fetch(picture, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(sizeOf(Buffer.from(await answer.clone().arrayBuffer()))).toEqual([1200, 630])
  return answer
}

async function expectNeutral(path: string): Promise<void> {
  const { picture, card } = await pictureNamedBy(path)
  expect([new URL(picture).pathname, card]).toEqual(['/icon-512.png', 'summary'])
  const answer = await fetch(`${server.url}${path.split('?')[0]!}/picture.png?${path.split('?')[1] ?? ''}`, {
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    302,
    '/icon-512.png',
    'no-store',
  ])
}

describe('the picture of a link', () => {
  it('of an invitation, a match in play and a finished game is a PNG of the size that messengers want', async () => {
    const ada = await HttpPlayer.guest(server.url, 'Ada')
    const {
      snapshot: { code },
    } = await ada.create({ kind: 'base' })
    await expectPicture(`/join/${code!}`)
    const { match, players } = await seated({ kind: 'agora-pantheon', options: { wonders: 'first-game' } })
    await expectPicture(`/match/${match}`)
    await Promise.all(players.map((player) => player.playOn(match, pickAny)))
    await expectPicture(`/games/${match}`)
  })

  it('is asked for again only when it has changed', async () => {
    const { match, players } = await seated({ options: { wonders: 'first-game' } })
    const { picture } = await pictureNamedBy(`/match/${match}`)
    const first = await fetch(picture)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const known = { 'if-none-match': first.headers.get('etag')! }
    expect((await fetch(picture, { headers: known })).status).toBe(304)
    const view = await players[0].view(match)
    await players[0].act(match, view, pickAny(view.snapshot))
    const later = await fetch(picture, { headers: known })
    expect([later.status, later.headers.get('etag') === known['if-none-match']]).toEqual([200, false])
  })

  it('is the neutral one for a private match without its code, for a code that was used, and for what is unknown', async () => {
    const { match, code } = await seated({ visibility: 'private' })
    for (const path of [
      `/match/${match}`,
      `/match/${match}?code=ABCDEFGH`,
      `/games/${match}`,
      `/join/${code}`,
      '/join/ABCDEFGH',
      '/match/0000000000000000',
    ]) {
      await expectNeutral(path)
    }
    await expectPicture(`/match/${match}?code=${code}`)
  })

  it('is refused to an address that asks for too many', async () => {
    const { match } = await seated({})
    const statuses = await Promise.all(
      Array.from(
        { length: 80 },
        async (_, n) => (await fetch(`${server.url}/match/${match}/picture.png?n=${n}`)).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })
})

describe('a picture', () => {
  it('shows what a spectator sees: what a player alone knows changes nothing in it', () => {
    for (const kind of GAME_KIND_IDS) {
      const record = playedRecord(seededRandom(5), Infinity, { options: {} }, kind)
      for (let version = 1; version < record.entries.length; version += 7) {
        const fold = foldRecord(record, version)
        const drawn = (['spectator', 0, 1] as const).map((viewer) => {
          const shown = snapshot(fold, viewer)
          return pictureOf(shown, nowOf(shown) ?? '')
        })
        expect([kind, version, new Set(drawn).size]).toEqual([kind, version, 1])
      }
    }
  })

  it('has no text that is too small to be read, whatever the names are', () => {
    const record = playedRecord(seededRandom(5), 30)
    const shown = snapshot(foldRecord(record, 20), 'spectator')
    const named = { ...shown, players: { 0: { id: 'a', name: 'W'.repeat(24) }, 1: { id: 'b', name: '<&">' } } }
    const svg =
      pictureOf({ ...named, points: { 0: 121, 1: 7 } }, 'WWWWW to move · Age I') +
      invitationPicture({
        title: `${'W'.repeat(24)} invites you to play`,
        game: 'x'.repeat(80),
        clock: 'x',
        rated: 'Rated',
      })
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))
    expect(sizes.length).toBeGreaterThan(10)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28)
    expect(svg).toContain('&lt;&amp;&quot;&gt;')
    expect(svg).not.toContain('<&')
  })
})

describe('the painter', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

  it('paints few pictures of one owner at once, and refuses a flood of different ones', async () => {
    const painter = new Painter()
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => painter.paint(`picture ${n}`, 'a flooder', SVG)),
    )
    const painted = all.filter(({ status }) => status === 'fulfilled').length
    expect(painted).toBeGreaterThan(0)
    expect(painted).toBeLessThan(10)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'busy' })
    expect(sizeOf(await painter.paint('picture 99', 'somebody else', SVG))).toEqual([8, 8])
  })

  it('paints the same picture once, however many want it', async () => {
    const painter = new Painter()
    const all = await Promise.all(Array.from({ length: 100 }, (_, n) => painter.paint('the same', `owner ${n}`, SVG)))
    expect(new Set(all).size).toBe(1)
  })
})
