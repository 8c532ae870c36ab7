import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, wireOutcome, wireScores } from '../../src/record/index.ts'
import { bundled } from '../support/bundle.ts'
import { drawn } from '../support/drawn.ts'
import { logVectors } from '../support/log-vectors.ts'
import { randomRecord } from '../support/random-record.ts'
import { sealed } from '../support/sealed.ts'

const ROOT = new URL('../..', import.meta.url)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-verify-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs the script, bundled or with tsx as `npm run verify` does, with something on its standard input. */
async function run(args: string[], input = '', withTsx = false): Promise<Run> {
  const program = withTsx ? ['--import', 'tsx', 'scripts/verify.ts'] : [await bundled('scripts/verify.ts')]
  const child = spawn(process.execPath, [...program, ...args], { cwd: ROOT })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, err }
}

const verify = (game: unknown): Promise<Run> => run(['-'], JSON.stringify(game))

/** What GET /v1/games/:id/replay answers. */
function replayOf(record: MatchRecord) {
  const fold = foldRecord(record)
  return { complete: true, record, outcome: wireOutcome(fold.outcome!), scores: wireScores(fold)!, steps: [] }
}

const notOk = ({ out }: Run): string[] => out.split('\n').filter((line) => line.startsWith('not ok'))

it('a whole game against a bot passes with the hashes that it is known to have', async () => {
  const { record, hashes } = logVectors.at(-1)!
  const done = await run(['-', ...hashes], JSON.stringify(record))
  expect(notOk(done)).toEqual([])
  expect(done.code).toBe(0)
})

describe('a whole game', () => {
  it.each(drawn(GAME_KIND_IDS))('passes from a file, as its bare record: %s', async (kind) => {
    const path = join(folder, `record-${kind}.json`)
    await writeFile(path, JSON.stringify(randomRecord(undefined, GAME_KINDS[kind].switches)))
    const done = await run([path], '', true)
    expect(done.err).toBe('')
    expect(done.out).toContain('ok      the seed has the hash that was shown before the first action')
    expect(notOk(done)).toEqual([])
    expect(done.code).toBe(0)
  })

  it('passes from the standard input, as the server answers it, with its outcome and scores', async () => {
    const done = await verify(replayOf(randomRecord()))
    expect(done.out).toContain('ok      the scores are those that the log gives')
    expect(done.out).toContain('ok      the outcome is the one that the log gives')
    expect(done.code).toBe(0)
  })
})

describe('a game that was altered', () => {
  it('fails by another seed', async () => {
    const record = randomRecord()
    const done = await verify({ ...record, header: { ...record.header, seed: 'f'.repeat(64) } })
    expect(notOk(done)[0]).toContain('the seed has the hash')
    expect(done.code).toBe(1)
  })

  it('fails by another seed that comes with its own hash, since the log does not fit the deal', async () => {
    const other = randomRecord('ab'.repeat(32))
    const done = await verify({ ...randomRecord(), header: other.header })
    expect(notOk(done)[0]).toContain('every entry of the log is legal')
    expect(done.code).toBe(1)
  })

  it('fails by an action that was not legal', async () => {
    const record = randomRecord()
    const body = { type: 'act', seat: 0, action: { type: 'draft-wonder', wonder: 'the-pyramids' } }
    const entries = record.entries.map((entry) => (entry.version === 20 ? { ...entry, body } : entry))
    const done = await verify({ ...record, entries })
    expect(notOk(done)[0]).toContain('every entry of the log is legal')
    expect(done.code).toBe(1)
  })

  it('names the entry that was changed', async () => {
    const record = sealed(randomRecord())
    expect((await verify(record)).code).toBe(0)
    const entries = record.entries.map((entry) => (entry.version === 20 ? { ...entry, at: entry.at + 1 } : entry))
    const done = await verify({ ...record, entries })
    expect(notOk(done)).toHaveLength(1)
    expect(notOk(done)[0]).toContain('entry 20 was changed')
    expect(notOk(done)[0]).toContain('entry 21 says')
    expect(done.code).toBe(1)
  })

  it('is unlike a hash that was shown during the match', async () => {
    const record = sealed(randomRecord())
    const shown = foldRecord(record, 12).logHash.value
    const game = JSON.stringify(record)
    expect((await run(['-', shown], game)).code).toBe(0)
    const done = await run(['-', shown, 'h'.repeat(43)], game)
    expect(notOk(done)).toHaveLength(1)
    expect(notOk(done)[0]).toContain(`the hash ${'h'.repeat(43)}, which was shown, is one of the log`)
    expect(done.code).toBe(1)
  })

  it('fails by a log without its end', async () => {
    const record = randomRecord()
    const done = await verify({ ...record, entries: record.entries.slice(0, -1) })
    expect(notOk(done)[0]).toContain('the log ends the game')
    expect(done.code).toBe(1)
  })

  it('fails by other scores', async () => {
    const replay = replayOf(randomRecord())
    const scores = { ...replay.scores, 1: { ...replay.scores[1], total: replay.scores[1].total + 1 } }
    const done = await verify({ ...replay, scores })
    expect(notOk(done)).toHaveLength(1)
    expect(notOk(done)[0]).toContain('the scores are those that the log gives')
    expect(done.code).toBe(1)
  })

  it('fails by another outcome', async () => {
    const replay = replayOf(randomRecord())
    const done = await verify({ ...replay, outcome: { by: 'resignation', winner: 0 } })
    expect(notOk(done)).toHaveLength(1)
    expect(notOk(done)[0]).toContain('the outcome is the one that the log gives')
    expect(done.code).toBe(1)
  })

  it('fails by other rules than those here', async () => {
    const record = randomRecord()
    const done = await verify({ ...record, header: { ...record.header, rules: '0' } })
    expect(notOk(done)[0]).toContain('the rules are those the game was dealt by')
    expect(done.code).toBe(1)
  })
})

describe('what is not a finished game', () => {
  it.each([
    ['a file that is not there', [join('no', 'such', 'game.json')], '', 'cannot be read'],
    ['text that is not JSON', ['-'], 'Dear server,', 'is not JSON'],
    ['a match still being played', ['-'], '{"complete":false}', 'its seed is secret until it has ended'],
    ['an error of the server', ['-'], '{"ok":false,"error":{"code":"unknown-game","message":""}}', 'unknown-game'],
    ['JSON of another shape', ['-'], '{"header":{}}', 'not a finished game'],
    ['null', ['-'], 'null', 'not a finished game'],
    ['no file named', [], '', 'Usage: npm run verify'],
  ])('%s is refused, unlike a game that fails', async (_name, args, input, message) => {
    const done = await run(args, input)
    expect(done.err + done.out).toContain(message)
    expect(done.err + done.out).not.toContain('    at ')
    expect(done.code).toBe(2)
  })
})
