import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { TimeControlId } from '../../src/protocol/index.ts'
import {
  CodedError,
  createRequestSchema,
  DEFAULT_GAME_OPTIONS,
  engineRatingKind,
  GAME_KIND_IDS,
  GAME_KINDS,
  gameKindOf,
  matchOptions,
  parseRequest,
  RATING_KINDS,
  ratingKind,
  SWITCHES,
  TIME_CONTROLS,
} from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, kindOf, optionsOf, snapshot } from '../../src/record/index.ts'
import { randomRecord } from '../support/random-record.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('A kind of game', () => {
  it.each(GAME_KIND_IDS)('%s is known by its switches', (kind) => {
    const options = matchOptions(kind, DEFAULT_GAME_OPTIONS)
    expect(options).toEqual({ ...GAME_KINDS[kind].switches, wonders: 'draft', tiedPawn: 'chooses' })
    expect(gameKindOf(options)).toBe(kind)
  })

  it('has a rating for each pace, one for games with bots, and one for those of the ladder', () => {
    const clocks = Object.keys(TIME_CONTROLS) as TimeControlId[]
    const ratings = GAME_KIND_IDS.flatMap((kind) => [
      engineRatingKind(kind),
      ...clocks.flatMap((clock) => [ratingKind(kind, clock, false), ratingKind(kind, clock, true)]),
    ])
    expect(new Set(ratings)).toEqual(new Set([...RATING_KINDS, null]))
    expect(RATING_KINDS).toHaveLength(4 * GAME_KIND_IDS.length)
    expect(ratingKind('agora', 'blitz', false)).toBe('agora-real-time')
    expect(ratingKind('agora', 'blitz', true)).toBe('agora-bots')
    expect(ratingKind('base', 'correspondence-1', true)).toBe('base-bots')
    expect(ratingKind('base', 'none', true)).toBeNull()
  })

  it('that does not exist is a bad request that names the field and what there is', () => {
    const refused = (): unknown => parseRequest(createRequestSchema, { kind: 'chess' })
    expect(refused).toThrow(CodedError)
    try {
      refused()
    } catch (error) {
      const { issues } = (error as CodedError).details as { issues: { path: string; message: string }[] }
      expect(issues).toEqual([{ path: '/kind', message: expect.stringMatching(/"base"\|"agora"/) as string }])
    }
  })

  it('of a later version is not taken for another one', () => {
    expect(() => gameKindOf({ agora: true, aSwitchToCome: true } as object)).toThrow(/aSwitchToCome/)
  })
})

describe('A log that is older than a switch', () => {
  it('folds with the switch off', () => {
    const record = randomRecord()
    const { wonders, tiedPawn } = record.header.options
    const old: MatchRecord = { ...record, header: { ...record.header, options: { wonders, tiedPawn } } }
    expect(kindOf(old.header)).toBe('base')
    for (const name of SWITCHES) expect(optionsOf(old.header)[name]).toBe(false)
    expect(foldRecord(old).state).toEqual(foldRecord(record).state)
    const { logHash } = snapshot(foldRecord(record), 'spectator')
    expect({ ...snapshot(foldRecord(old), 'spectator'), logHash }).toEqual(snapshot(foldRecord(record), 'spectator'))
  })
})

/** The text of every source file outside the rules. */
function sources(): Map<string, string> {
  const folders = ['src', 'prisma'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
  )
  const paths = folders.filter((path) => /\.(ts|prisma)$/.test(path) && !/^src\/(rules|database\/client)\//.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

it('The kinds of game are named in one file outside the rules and the bots', () => {
  // A part of the view and of the catalogue, and an event, have the name of the box that they come from.
  const part = /\bpantheon: pantheonSchema\b|'pantheon-revealed'/g
  const names = /\b(agora|pantheon)\b/
  // What bots know of a game is about the same boxes as the rules; they are given the kind.
  const [bots, others] = [sources(), sources()]
  for (const path of sources().keys()) (path.startsWith('src/bots/') ? others : bots).delete(path)
  for (const text of bots.values()) expect(text).not.toContain('agora-pantheon')
  const named = [...others].filter(([, text]) => names.test(text.replaceAll(part, ''))).map(([path]) => path)
  expect(named).toEqual(['src/protocol/game-kinds.ts'])
})
