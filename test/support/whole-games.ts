import { expect } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import type { CreateMessage, GamesPage, PlayerProfile, Snapshot } from '../../src/protocol/index.ts'
import { hashSeed } from '../../src/record/index.ts'
import { HttpPlayer } from './http-player.ts'
import { finishedGame, get } from './rest.ts'
import { expectExactViews, seatTwo } from './seated-match.ts'

/** Two clients play a whole game over sockets. Then the game is read back. */
export async function playOverSockets(url: string, request: CreateMessage): Promise<void> {
  const table = await seatTwo(url, request)
  try {
    await table.play()
    await expectExactViews(table.seats)
    const [adas, bens] = table.seats.map(({ match }) => match.value.snapshot)
    await readBack(url, table.match, adas!, bens!, table.seedHash)
  } finally {
    table.close()
  }
}

/** Two clients play a whole game over HTTP alone. Then the game is read back. */
export async function playOverHttp(url: string, request: CreateMessage): Promise<void> {
  const [ada, ben] = [await HttpPlayer.guest(url, 'Ada'), await HttpPlayer.guest(url, 'Ben')]
  const { snapshot } = await ada.create({ ...request, seat: 0 })
  const { match, code, seedHash } = snapshot
  await ben.join(code!)
  const [adas, bens] = await Promise.all([ada.playOn(match, pickAny), ben.playOn(match, pickAny)])
  await readBack(url, match, adas.snapshot, bens.snapshot, seedHash)
}

/** The history has what both players received at the end, before and after the game is stored. */
async function readBack(url: string, match: string, adas: Snapshot, bens: Snapshot, seedHash: string): Promise<void> {
  expect(adas.status).toBe('ended')
  expect(bens).toEqual({ ...adas, you: 1, board: bens.board })
  expect(hashSeed(adas.seed!)).toBe(seedHash)
  const { game } = await finishedGame(url, match)
  const { scores, outcome, seed, players } = adas
  expect(game).toMatchObject({ scores, outcome, seed, seedHash, players })

  const ada = players[0]!.id
  await expect.poll(async () => (await get<GamesPage>(`${url}/v1/games?player=${ada}`)).games.length).toBe(1)
  const [listed] = (await get<GamesPage>(`${url}/v1/players/${ada}/games`)).games
  expect({ ...listed, seed: game.seed, seedHash }).toEqual(game)
  expect(await get<PlayerProfile>(`${url}/v1/players/${ada}`)).toMatchObject({ name: 'Ada', games: 1 })
}
