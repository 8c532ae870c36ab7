import type { LiveMatch, Seat } from '@curia/client'
import { decidedAs } from '../lib/decisions.ts'
import { t } from '../lib/i18n.svelte.ts'
import { causeOf, promptOf } from '../lib/prompts.ts'
import type { Table } from '../lib/table.svelte.ts'
import { ticker } from '../lib/ticker.svelte.ts'
import type { Use } from '../lib/uses.ts'
import { optionsOf, slotPrice, usesOf, valueName } from '../lib/uses.ts'
import { viewport } from '../lib/viewport.svelte.ts'
import { nameOf } from '../lib/words.ts'
import { priceLines } from './price-line.ts'

/** What the dock of a table asks and offers, however it is drawn. */
export class DockState {
  readonly #table: () => Table
  readonly #connected: () => boolean

  constructor(table: () => Table, connected: () => boolean) {
    this.#table = table
    this.#connected = connected
  }

  get table(): Table {
    return this.#table()
  }

  get connected(): boolean {
    return this.#connected()
  }

  readonly ended = $derived.by(() => this.table.snapshot.status === 'ended')
  readonly looksAt = $derived.by(() => decidedAs(this.table.board?.decision?.kind).looksAt)
  /** The decision has tiles for its options: on a phone all of them, on other tables as many as fit in a row. */
  readonly options = $derived.by((): Use[] => {
    const options = optionsOf(this.table)
    return viewport.narrow || options.length <= MOST_TILES ? options : []
  })
  readonly uses = $derived.by((): Use[] => {
    const uses = usesOf(this.table, viewport.narrow, viewport.arrangement === 'sideways')
    const tiles = new Set(this.options.map(({ id }) => id))
    return tiles.size === 0 ? uses : uses.filter(({ id }) => !tiles.has(id))
  })
  readonly busy = $derived.by(() => this.table.sending !== null || !this.connected)
  readonly mayAnswer = $derived.by(() => this.table.snapshot.mayDo?.answerDraw === true && !this.table.past)
  /** Whether this player waits for the answer to an offer of a draw. */
  readonly offered = $derived.by(() => this.table.mine !== null && this.table.snapshot.drawOffer === this.table.mine)
  readonly rival = $derived.by((): Seat | null => (this.table.mine === null ? null : this.table.mine === 0 ? 1 : 0))
  readonly rivalName = $derived.by(() => (this.rival === null ? '' : this.table.nameOf(this.rival)))
  /** How long until the absence of the other one can be claimed, ms; null while nothing can be. */
  readonly claimIn = $derived.by((): number | null => {
    const { rival, table } = this
    const away = rival === null || this.ended ? undefined : table.state?.presence?.away[rival]
    return away?.claimFrom === undefined || !table.match
      ? null
      : (void ticker.ticks, away.claimFrom - table.match.serverTime())
  })

  /** The slot of the structure that is selected in a turn; null without one. */
  readonly slot = $derived.by((): number | null => {
    const { board, picks, asking, confirming } = this.table
    if (board?.decision?.kind !== 'turn' || asking !== null || confirming !== null) return null
    const slot = picks.find(({ field }) => field === 'slot')?.value
    return slot === undefined ? null : Number(slot)
  })
  /** The card there, if it is face up. */
  readonly card = $derived.by((): string | undefined =>
    this.slot === null ? undefined : this.table.board?.structure[String(this.slot)]?.card,
  )
  readonly price = $derived.by(() =>
    this.slot === null ? undefined : slotPrice(this.table.board, this.table.mine, this.slot),
  )
  /** What the selected card costs, and why. */
  readonly reason = $derived.by((): string => {
    const { price, table, card } = this
    if (!price) return ''
    const cost = card === undefined ? undefined : table.catalogue.buildings.get(card)?.cost
    const lines = priceLines(table, price, cost).map(({ text }) => text)
    const title = t('price.you-pay', { n: price.total })
    return lines.length > 0 ? `${title}: ${lines.join(', ')}` : title
  })

  /** What the second line says, unless it tells what the other player did. */
  readonly second = $derived.by((): string => {
    const { table } = this
    if (table.note) return table.note.text
    if (!this.connected) return t('dock.reconnecting')
    if (this.slot !== null && this.reason !== '') return this.reason
    if (table.picks.length > 0)
      return t('dock.selected', { what: table.picks.map((pick) => valueName(table, pick)).join(' · ') })
    return causeOf(table) ?? ''
  })
  /** What the other player did is told until this one begins to act. */
  readonly told = $derived.by(
    () =>
      !this.table.note &&
      this.connected &&
      this.table.picks.length === 0 &&
      this.table.asking === null &&
      this.table.news.length > 0,
  )
  readonly calm = $derived.by(() => !this.table.yourMove && !this.table.past && !this.mayAnswer)

  /** The question. @param widestName how wide a name may be in it, in sizes of the font */
  question(widestName = Infinity): string {
    const { table } = this
    if (table.past) return t('history.looking', { n: table.past.version, of: table.now.version })
    if (table.asking) return t(`${table.asking}.ask`)
    return this.card === undefined ? promptOf(table, widestName) : nameOf(table.catalogue, 'card', this.card)
  }

  choose(use: Use): void {
    const { table } = this
    if (this.busy) return
    if (use.why !== undefined) {
      table.note = { text: use.why, bad: false }
      if (use.thing) table.pinned = use.thing
      return
    }
    if (use.action) void table.do(use.action)
    else if (use.pick) table.tap(use.thing ?? null, [use.pick])
  }

  /** Does what was asked about the match as a whole. */
  answer(send: (match: LiveMatch) => Promise<unknown>): void {
    this.table.asking = null
    void this.table.command(send)
  }
}

/** So many options have a row of tiles. */
const MOST_TILES = 6
