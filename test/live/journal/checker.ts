import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { LiveStore, MatchNews } from '../../../src/live/index.ts'
import type { ChatLine } from '../../../src/protocol/index.ts'
import type { Entry } from '../../../src/record/index.ts'

/** There are very many statements: Node compares in a fraction of the time, and vitest shows what is different. */
function expectSame<Value>(one: Value, other: Value): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other)
}

/** Records everything that the processes of a store answered and published, and finds contradictions. */
export class Checker {
  /** The number of statements: acknowledgements, answers and news. */
  statements = 0
  /** The matches whose creation was acknowledged. */
  readonly #created = new Set<string>()
  /** By match and version. */
  readonly #entries = new Map<string, Entry>()
  /** By match and number. */
  readonly #lines = new Map<string, ChatLine>()
  readonly #versions = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  /** The action ids and texts of all requests. */
  readonly #asked = new Set<string>()
  /** The action ids and texts that the present process refused. */
  #refused = new Set<string>()
  #contradiction: Error | null = null
  /** By match: its rematch. */
  readonly #next = new Map<string, string>()

  /** Another one with the same statements: a check adds what it reads. */
  copy(): Checker {
    const copy = new Checker()
    for (const match of this.#created) copy.#created.add(match)
    for (const [name, entry] of this.#entries) copy.#entries.set(name, entry)
    for (const [name, line] of this.#lines) copy.#lines.set(name, line)
    for (const [match, version] of this.#versions) copy.#versions.set(match, version)
    for (const [match, number] of this.#numbers) copy.#numbers.set(match, number)
    for (const [match, next] of this.#next) copy.#next.set(match, next)
    for (const what of this.#asked) copy.asks(what)
    return copy
  }

  created(match: string): void {
    this.statements += 1
    this.#created.add(match)
  }

  get matches(): readonly string[] {
    return [...this.#created]
  }

  asks(what: string): void {
    this.#asked.add(what)
  }

  refused(what: string): void {
    this.#refused.add(what)
  }

  /** An entry was acknowledged, read or published. */
  entry(match: string, entry: Entry): void {
    const name = `${match} ${entry.version}`
    this.statements += 1
    const known = this.#entries.get(name)
    if (known) expectSame(entry, known)
    else this.#entries.set(name, entry)
    this.#versions.set(match, Math.max(this.#versions.get(match) ?? 0, entry.version))
    if (entry.actionId !== undefined) this.#wasAsked(entry.actionId)
    else expect(['downtime', 'join', 'resign']).toContain(entry.body.type)
  }

  line(match: string, line: ChatLine): void {
    const name = `${match} ${line.number}`
    this.statements += 1
    const known = this.#lines.get(name)
    if (known) expectSame(line, known)
    else this.#lines.set(name, line)
    this.#numbers.set(match, Math.max(this.#numbers.get(match) ?? 0, line.number))
    this.#wasAsked(line.text)
  }

  #wasAsked(what: string): void {
    if (this.#asked.has(what) && !this.#refused.has(what)) return
    expect(this.#asked).toContain(what)
    expect(this.#refused).not.toContain(what)
  }

  /** The next match was decided. */
  rematch(match: string, next: string): void {
    this.statements += 1
    expect(this.#next.get(match) ?? next).toBe(next)
    this.#next.set(match, next)
  }

  /** A contradiction is thrown by the next check: a store ignores errors of its subscriber. */
  news(news: MatchNews): void {
    try {
      if (news.type === 'entry') this.entry(news.match, news.entry)
      if (news.type === 'chat') this.line(news.match, news.line)
      if (news.type === 'rematch' && news.rematch.next) this.rematch(news.match, news.rematch.next.id)
    } catch (error) {
      this.#contradiction ??= error as Error
    }
  }

  /** The process has ended: the next one may have what it refused. */
  ended(): void {
    this.#refused = new Set()
  }

  /** Compares the store with all statements. @throws AssertionError */
  async check(store: LiveStore): Promise<void> {
    if (this.#contradiction) throw this.#contradiction
    for (const match of this.#created) {
      const record = await store.load(match)
      expect(record?.header.id).toBe(match)
      const { entries } = record!
      expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1))
      expect(entries.length).toBeGreaterThanOrEqual(this.#versions.get(match) ?? 0)
      const times = [record!.createdAt, ...entries.map(({ at }) => at)]
      expect(times).toEqual([...times].sort((a, b) => a - b))
      const ids = entries.flatMap(({ actionId }) => (actionId === undefined ? [] : [actionId]))
      expect(new Set(ids).size).toBe(ids.length)
      for (const entry of entries) this.entry(match, entry)
      const lines = await store.chat(match, 'players')
      expect(lines.length).toBeGreaterThanOrEqual(this.#numbers.get(match) ?? 0)
      for (const line of lines) this.line(match, line)
      const next = this.#next.get(match)
      if (next !== undefined) expect((await store.rematch(match)).next?.id).toBe(next)
    }
  }
}
