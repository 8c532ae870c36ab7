import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue } from '../../src/rules/index.ts'

const ART = fileURLToPath(new URL('../../web/src/assets/art', import.meta.url))
const boxes = GAME_KIND_IDS.map((kind) => catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)))
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
const SHEETS = {
  wonders: boxes.flatMap(({ wonders }) => idsOf(wonders)),
  divinities: boxes.flatMap(({ pantheon }) => (pantheon ? idsOf([...pantheon.divinities, pantheon.gate]) : [])),
  conspiracies: boxes.flatMap(({ conspiracies }) => idsOf(conspiracies)),
}
/** The fills of lit stone and of accents, either of which a drawing may lack, and then its lines: nothing else. */
const LAYERS =
  /^(<path fill="var\(--art-1,none\)"[^>]*\/>)?(<path fill="var\(--art-2,none\)"[^>]*\/>)?<path fill="none" stroke="currentColor"[^>]*\/>$/
const MOST_CHARACTERS = 3_000

describe.each(Object.entries(SHEETS))('the drawings of %s', (sheet, ids) => {
  const text = readFileSync(`${ART}/${sheet}.svg`, 'utf8')
  const drawings = new Map(
    [...text.matchAll(/<symbol id="([\w-]+)" viewBox="[\d ]+">(.*)<\/symbol>/g)].map(([, id, body]) => [id!, body!]),
  )

  it('are those of every kind of game', () => {
    expect([...drawings.keys()].sort()).toEqual([...new Set(ids)].sort())
  })

  it('have layers that can be filled below their lines, and are small', () => {
    for (const [id, body] of drawings) {
      expect([id, LAYERS.test(body)]).toEqual([id, true])
      expect(body.length).toBeLessThan(MOST_CHARACTERS)
    }
  })

  it('all differ', () => {
    expect(new Set(drawings.values()).size).toBe(drawings.size)
  })
})
