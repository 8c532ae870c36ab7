import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Commit, CommitResult, LiveStore } from '../../../src/live/index.ts'
import type { EntryBody, MatchHeader, MatchRecord } from '../../../src/record/index.ts'
import { newHeader, PATIENTLY } from '../contract/harness.ts'
import type { Node } from '../contract/harness.ts'
import type { Command } from './commands.ts'
import { ModelMatch } from './model.ts'
import { Side } from './side.ts'

const LONG = 3_600_000
const ALL = 10_000
const BO = { id: 'guest', name: 'Bo' }
const DEADLINES = { far: { after: LONG }, past: { at: 1 } } as const
const CONDITIONS = {
  overdue: { is: 'overdue' },
  'away-0': { is: 'away', seat: 0, ms: 0 },
  'away-1': { is: 'away', seat: 1, ms: 0 },
} as const

/** Does every command to each store and to the model, and compares what they answer. */
export class Run {
  readonly #name = randomUUID()
  readonly #model = new Map<string, ModelMatch>()
  readonly #sides: Side[]

  constructor(nodes: Node[]) {
    this.#sides = nodes.map((node) => new Side(node))
  }

  async do(command: Command): Promise<void> {
    // Nobody is to think that the server was down.
    await this.#each(({ store }) => store.heartbeat(0))
    if ('match' in command) await this.#doTo(this.#id(command.match), command)
    else if (command.type === 'claim') await this.#each((side) => side.claim(command.limit))
    else if (command.type === 'beat') {
      await this.#same((store) => this.#overdue(store), this.#matchesWhere(({ isOverdue }) => isOverdue))
    } else {
      const code = this.#code(command.code)
      const [waiting] = this.#matchesWhere(({ header, waits }) => waits && header.code === code)
      await this.#same((store) => store.findByCode(code), waiting ?? null)
    }
  }

  async #doTo(match: string, command: Extract<Command, { match: number }>): Promise<void> {
    const model = this.#model.get(match)
    switch (command.type) {
      case 'create':
        return this.#create(newHeader({ id: match, code: this.#code(command.code) }))
      case 'commit':
        return this.#commit(commitOf(command, match, model?.log.length ?? 0), command.times)
      case 'load':
        return this.#each(async (side) => expect(await side.store.load(match)).toEqual(this.#record(side, match)))
      case 'entriesAfter':
        return this.#each(async (side) => {
          const entries = this.#record(side, match)?.entries.slice(command.version) ?? null
          expect(await side.store.entriesAfter(match, command.version)).toEqual(entries)
        })
      case 'settle':
        return this.#each((side) => side.settle(match))
      case 'connect':
        model?.connect(command.seat, command.connection)
        await this.#each(({ store }) => store.connect(match, command.seat, String(command.connection), LONG))
        return this.#compareAttendance(match)
      case 'disconnect':
        model?.disconnect(command.seat, command.connection)
        await this.#each(({ store }) => store.disconnect(match, command.seat, String(command.connection)))
        return this.#compareAttendance(match)
      case 'watching':
        model?.watching(command.node, command.watchers)
        await this.#each(({ store }) => store.reportWatchers(match, String(command.node), command.watchers, LONG))
        return this.#compareAttendance(match)
      case 'say':
        return this.#say(match, command.room)
      case 'mute':
        model?.mute(command.seat, command.muted)
        return this.#each(({ store }) => store.mute(match, command.seat, command.muted))
      case 'muted':
        return this.#same((store) => store.muted(match), model?.muted ?? [])
      case 'rematch':
        return this.#same((store) => store.rematch(match), model?.rematch ?? { offered: [], next: null })
      case 'offerRematch': {
        const proposed = newHeader()
        const state = model?.offerRematch(command.seat, proposed) ?? null
        return this.#same((store) => store.offerRematch(match, command.seat, proposed), state)
      }
    }
  }

  async #create(header: MatchHeader): Promise<void> {
    const { id, code } = header
    const rivals = this.#matchesWhere((other) => other.waits && other.header.code === code)
    const taken = this.#model.has(id) ? 'id' : 'code'
    if (taken === 'id' || rivals.length > 0) return this.#same((store) => store.create(header), { taken })
    this.#model.set(id, new ModelMatch(header))
    await this.#each(async ({ store, createdAt, times }) => {
      const created = await store.create(header)
      expect(created).toEqual({ createdAt: expect.any(Number) as number })
      createdAt.set(id, (created as { createdAt: number }).createdAt)
      times.set(id, [])
      await store.follow(id)
    })
  }

  async #commit(commit: Commit, times: number): Promise<void> {
    const { match, version } = commit
    const model = this.#model.get(match)
    const expected = model?.judge(commit) ?? { status: 'unknown' as const }
    await this.#each(async (side) => {
      const answers = await Promise.all(Array.from({ length: times }, () => side.store.commit(commit)))
      if (expected.status !== 'committed') return expect(answers).toEqual(answers.map(() => expected))
      const committed = answers.find(({ status }) => status === 'committed') as CommitResult & { status: 'committed' }
      expect(committed).toEqual({ ...expected, at: expect.any(Number) as number })
      side.times.get(match)!.push(committed.at)
      const again = { status: 'stale', version: version + 1 }
      expect(answers.filter((answer) => answer !== committed)).toEqual(Array(times - 1).fill(again))
    })
    if (expected.status !== 'committed') return
    if (model!.apply(commit)) for (const side of this.#sides) side.ended(match)
    await this.#compareAttendance(match)
  }

  async #say(match: string, room: 'players' | 'spectators'): Promise<void> {
    const model = this.#model.get(match)
    const line = model?.say(room, randomUUID())
    await this.#each(async (side) => {
      const said = await side.store.say(match, room, { from: BO, text: line?.text ?? '' })
      if (model?.status === 'ended') side.saidAfterTheEnd(match)
      if (!line) return expect(said).toBeNull()
      expect(said).toEqual({ number: line.number, at: expect.any(Number) as number, from: BO, text: line.text })
      const lines = await side.store.chat(match, room)
      expect(lines.at(-1)).toEqual(said)
      expect(lines.map(({ text }) => text)).toEqual(model!.chat[room].map(({ text }) => text))
    })
  }

  #compareAttendance(match: string): Promise<void> {
    const { seats, away, watchers } = this.#model.get(match) ?? { seats: [], away: [], watchers: 0 }
    return this.#same(async (store) => {
      const attendance = await store.attendance(match)
      return { ...attendance, away: Object.keys(attendance.away).map(Number) }
    }, { seats, away, watchers })
  }

  /** Of the matches of this run. */
  async #overdue(store: LiveStore): Promise<string[]> {
    const found = await store.heartbeat(ALL)
    return this.#matchesWhere(() => true).filter((match) => found.includes(match))
  }

  #matchesWhere(what: (match: ModelMatch) => boolean): string[] {
    return [...this.#model].filter(([, match]) => what(match)).map(([id]) => id)
  }

  /** Every listener has heard everything, once and in order. */
  async compareWhatWasHeard(): Promise<void> {
    await this.#each(async (side) => {
      for (const [match, { chat }] of this.#model) {
        const record = (await side.store.load(match))!
        await expect.poll(() => side.heard.entries(match), PATIENTLY).toEqual(record.entries)
        for (const room of ['players', 'spectators'] as const) {
          const inRoom = (): ReturnType<typeof side.heard.lines> => side.heard.lines(match).filter((said) => said.room === room)
          const heard = (): unknown => inRoom().map(({ line: { number, text }, muted }) => ({ number, text, muted }))
          await expect.poll(heard, PATIENTLY).toEqual(chat[room])
        }
        const [attendance, rematch] = [await side.store.attendance(match), await side.store.rematch(match)]
        await expect.poll(() => side.heard.attendances(match).at(-1) ?? attendance, PATIENTLY).toEqual(attendance)
        await expect.poll(() => side.heard.rematches(match).at(-1) ?? { offered: [], next: null }, PATIENTLY).toEqual(rematch)
      }
      expect(side.heard.interruptions).toBe(0)
    })
  }

  async cleanUp(): Promise<void> {
    await this.#each(async ({ store }) => {
      for (const [match, { log, isOverdue }] of this.#model) {
        const body = { type: 'flag', seat: 0 } as const
        if (isOverdue) await store.commit({ match, version: log.length, body, condition: { is: 'overdue' }, deadline: null })
        await store.markArchived(match)
        await store.unfollow(match)
      }
    })
  }

  #record(side: Side, match: string): MatchRecord | null {
    const model = this.#model.get(match)
    if (!model) return null
    const entries = model.log.map((entry, index) => ({ version: index + 1, at: side.times.get(match)![index]!, ...entry }))
    return { header: model.header, createdAt: side.createdAt.get(match)!, entries }
  }

  #id(number: number): string {
    return `match-${number}-${this.#name}`
  }

  #code(number: number): string {
    return `code-${number}-${this.#name}`
  }

  async #same<T>(question: (store: LiveStore) => Promise<T>, answer: unknown): Promise<void> {
    await this.#each(async ({ store }) => expect(await question(store)).toEqual(answer))
  }

  async #each(what: (side: Side) => Promise<unknown>): Promise<void> {
    await Promise.all(this.#sides.map(what))
  }
}

function commitOf(command: Extract<Command, { type: 'commit' }>, match: string, length: number): Commit {
  const { kind, seat, offset, action, ends, deadline, condition } = command
  const body: EntryBody =
    kind === 'join'
      ? { type: 'join', seat, player: BO }
      : kind === 'act'
        ? { type: 'act', seat, action: { type: 'discard-card', slot: length } }
        : { type: 'resign', seat }
  return {
    match,
    version: length + offset,
    body,
    ...(action !== null && { actionId: `action-${action}` }),
    ...(ends && { ends }),
    ...(deadline !== undefined && { deadline: deadline && DEADLINES[deadline] }),
    ...(condition && { condition: CONDITIONS[condition] }),
  }
}
