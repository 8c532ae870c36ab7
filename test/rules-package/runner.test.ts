import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameKind } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import type { MatchState, Viewer } from '../../src/rules/index.ts'
import {
  catalogue,
  Choices,
  deal,
  legalActions,
  redact,
  reduce,
  RULES_VERSION,
  score,
  start,
  view,
} from '../../src/rules/index.ts'
import { Random } from '../rules/support/random.ts'
import { endWithUs } from '../support/child.ts'
import type { Project } from '../support/installed.ts'
import { blocksOf, read } from '../support/markdown.ts'
import type { Answer } from './support.ts'
import { projectWithRunner, RunnerProcess } from './support.ts'

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator']

let project: Project
let runner: string
beforeAll(async () => {
  ;({ project, runner } = await projectWithRunner())
})
afterAll(() => project.remove())

/** A value as it comes out of JSON. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What the rules say of a state, as the runner puts it. */
const standingOf = (state: MatchState, played: number): object => ({
  played,
  toAct: state.toAct,
  decision: state.stack.at(-1)?.kind ?? null,
  result: state.result,
})

/** A game in a runner next to the same game by the rules themselves. */
class Pair {
  readonly #asked: RunnerProcess
  readonly game: number
  /** The states so far, the present one last. */
  readonly #states: MatchState[]

  constructor(asked: RunnerProcess, game: number, states: readonly MatchState[]) {
    this.#asked = asked
    this.game = game
    this.#states = [...states]
  }

  static async begin(asked: RunnerProcess, kind: GameKind, seed: string): Promise<Pair> {
    const { game } = await asked.ask('new', { kind, seed })
    const options = matchOptions(kind)
    return new Pair(asked, game as number, [start(options, deal(seed, options))])
  }

  get state(): MatchState {
    return this.#states.at(-1)!
  }

  ask(command: string, fields: object = {}): Promise<Answer> {
    return this.#asked.ask(command, { game: this.game, ...fields })
  }

  /** Everything that can be asked of both is the same. */
  async compare(): Promise<void> {
    const { state } = this
    const standing = { game: this.game, ...standingOf(state, this.#states.length - 1) }
    const choices = new Choices(state)
    const { prices } = choices.view
    const legal = await this.ask('legal')
    expect(legal).toMatchObject(standing)
    expect([legal.legal, legal.prices]).toEqual([json(legalActions(state, choices)), prices && json(prices)])
    for (const viewer of VIEWERS) {
      const { ok, ...answer } = await this.ask('view', { viewer })
      expect([ok, answer]).toEqual([true, { id: answer.id, ...standing, view: json(view(state, viewer)) }])
    }
    expect(await this.ask('score')).toMatchObject({ ...standing, scores: score(state) })
  }

  /** Any legal action in both, whose events are the same to a viewer. */
  async act(random: Random): Promise<void> {
    const action = random.pick(legalActions(this.state))
    const viewer = random.pick(VIEWERS)
    const { state, events } = reduce(this.state, action)
    this.#states.push(state)
    const answer = await this.ask('act', { action, viewer })
    expect(answer).toMatchObject(standingOf(state, this.#states.length - 1))
    expect(answer.events).toEqual(json(events.flatMap((event) => redact(event, viewer) ?? [])))
  }

  async undo(count: number): Promise<void> {
    this.#states.splice(this.#states.length - count, count)
    await this.ask('undo', { count })
  }

  async copy(): Promise<Pair> {
    return new Pair(this.#asked, (await this.ask('copy')).game as number, this.#states)
  }

  get played(): number {
    return this.#states.length - 1
  }
}

describe.each(GAME_KIND_IDS)('a random game of %s in the runner', (kind) => {
  it('is at every step what the rules say, and so are its copies and what is left after some actions are taken back', async () => {
    const asked = new RunnerProcess(runner)
    const random = new Random(`runner ${kind}`)
    const pair = await Pair.begin(asked, kind, `runner ${kind}`)
    let undone = 0
    await pair.compare()
    while (pair.state.toAct !== null) {
      await pair.act(random)
      await pair.compare()
      if (random.onceIn(10)) {
        const copy = await pair.copy()
        for (let ahead = 0; ahead < 3 && copy.state.toAct !== null; ahead++) await copy.act(random)
        await copy.compare()
        await pair.compare()
        expect((await copy.ask('end')).ok).toBe(true)
      }
      if (undone < 5 && random.onceIn(10)) {
        undone += 1
        await pair.undo(1 + random.below(pair.played))
        await pair.compare()
      }
    }
    expect(undone).toBe(5)
    expect((await pair.ask('act', { action: { type: 'conspire' } })).error?.code).toBe('match-over')
    expect((await asked.ask('catalogue', { kind })).catalogue).toEqual(json(catalogue(matchOptions(kind))))
    expect((await asked.end()).code).toBe(0)
  })
})

describe('a game', () => {
  it('with a seed and actions is dealt and played at once, with the options of its players', async () => {
    const asked = new RunnerProcess(runner)
    const chosen = { wonders: 'first-game', tiedPawn: 'begins', handicap: { seat: 1, coins: 3 } } as const
    const options = matchOptions('base', chosen)
    let state = start(options, deal('first', options))
    const actions = []
    for (let played = 0; played < 20; played++) {
      const [action] = legalActions(state)
      actions.push(action!)
      ;({ state } = reduce(state, action!))
    }
    const answer = await asked.ask('new', { kind: 'base', seed: 'first', options: chosen, actions })
    expect(answer).toMatchObject({ ok: true, seed: 'first', ...standingOf(state, 20) })
    expect((await asked.ask('view', { game: answer.game, viewer: 0 })).view).toEqual(json(view(state, 0)))
    const illegal = { kind: 'base', seed: 'first', options: chosen, actions: [...actions, { type: 'conspire' }] }
    expect((await asked.ask('new', illegal)).error?.code).toBe('wrong-decision')
    expect((await asked.ask('view', { game: 2, viewer: 0 })).error?.code).toBe('unknown-game')
    await asked.end()
  })

  it('without a seed gets one of 256 bits, another one each time, with which it can be dealt again', async () => {
    const asked = new RunnerProcess(runner)
    const seeds: string[] = []
    for (let game = 0; game < 3; game++) seeds.push((await asked.ask('new', { kind: 'agora' })).seed as string)
    expect(new Set(seeds).size).toBe(3)
    for (const [index, seed] of seeds.entries()) {
      expect(seed).toMatch(/^[0-9a-f]{64}$/)
      const options = matchOptions('agora')
      const answer = await asked.ask('view', { game: index + 1, viewer: 0 })
      expect(answer.view).toEqual(json(view(start(options, deal(seed, options)), 0)))
    }
    await asked.end()
  })
})

describe('the process of the runner', () => {
  it('answers line by line, in order, however the lines arrive, and also the last one without its end', async () => {
    const asked = new RunnerProcess(runner)
    const requests = [
      { id: 'é€😀', command: 'about' },
      { id: 2, command: 'new', kind: 'base' },
      { id: 3, command: 'x' },
    ]
    const bytes = Buffer.from(`${requests.map((request) => JSON.stringify(request)).join('\r\n')}\n\n{"id":4}`)
    for (const byte of bytes) asked.write(Uint8Array.of(byte))
    const { code, rest } = await asked.end()
    expect(rest.map(({ id, ok }) => [id, ok])).toEqual([
      ['é€😀', true],
      [2, true],
      [3, false],
      [null, false],
      [4, false],
    ])
    expect(code).toBe(0)
  })

  it('answers a line that is too long with an error, and goes on after it', async () => {
    const asked = new RunnerProcess(runner)
    const { mostLineLength } = await asked.ask('about')
    const most = JSON.stringify({ id: 'most', command: 'about' }).padEnd(mostLineLength as number)
    asked.write(`${most}\n${most} \n`)
    for (let piece = 0; piece < 50; piece++) asked.write('x'.repeat(100_000))
    asked.write('\n')
    const answers = [await asked.read(), await asked.read(), await asked.read()]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      ['most', undefined],
      [null, 'line-too-long'],
      [null, 'line-too-long'],
    ])
    expect((await asked.ask('about')).rules).toBe(RULES_VERSION)
    await asked.end()
  })

  it('keeps as many games as it is told, and says so', async () => {
    const asked = new RunnerProcess(runner, '--games', '3')
    expect((await asked.ask('about')).mostGames).toBe(3)
    for (let game = 1; game <= 3; game++) expect((await asked.ask('new', { kind: 'base' })).game).toBe(game)
    for (const [command, fields] of [
      ['new', { kind: 'base' }],
      ['copy', { game: 1 }],
    ] as const) {
      const { error } = await asked.ask(command, fields)
      expect(error).toEqual({ code: 'too-many-games', message: '3 games are kept: end one of them first.' })
    }
    expect(await asked.ask('end', { game: 2 })).toMatchObject({ ok: true, game: 2 })
    expect((await asked.ask('copy', { game: 1 })).game).toBe(4)
    expect((await asked.ask('view', { game: 2, viewer: 0 })).error?.code).toBe('unknown-game')
    await asked.end()
  })

  it('waits until its answers are read, and loses none', async () => {
    const asked = new RunnerProcess(runner)
    const times = 2_000
    await asked.ask('new', { kind: 'agora-pantheon' })
    for (let id = 0; id < times; id++) asked.write(`{"id":${id},"command":"catalogue","kind":"agora-pantheon"}\n`)
    const { rest } = await asked.end()
    expect(rest.map(({ id, ok }) => [id, ok])).toEqual(Array.from({ length: times }, (_, id) => [id, true]))
  })

  it.each([['--games', '0'], ['--games', 'many'], ['--other']])('says how it is used after %s %s', async (...args) => {
    const given = args.filter((each) => each !== undefined)
    await expect(project.run(process.execPath, [runner, ...given])).rejects.toThrow('Usage: curia-rules')
  })

  it('ends when nobody reads its answers any longer', async () => {
    const child = spawn(process.execPath, [runner], { stdio: ['pipe', 'pipe', 'inherit'] })
    endWithUs(child)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.on('error', () => undefined)
    child.stdout.destroy()
    child.stdin.write('{"command":"about"}\n'.repeat(10))
    expect(await ended).toBe(0)
  })
})

describe('the README of the package', () => {
  const page = read('rules/README.md')
  const linesOf = (info: string): Record<string, unknown>[] =>
    blocksOf(page)
      .find((block) => block.info === info)!
      .content.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('has requests that are answered as it says', async () => {
    const asked = new RunnerProcess(runner)
    const answers: Answer[] = []
    for (const request of linesOf('json requests')) {
      asked.write(`${JSON.stringify(request)}\n`)
      answers.push(await asked.read())
    }
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false])
    expect([answers[0], answers[3]]).toEqual(linesOf('json answers'))
    await asked.end()
  })
})
