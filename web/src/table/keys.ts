import type { Seat } from '@curia/client'
import { announcer } from '../lib/announce.svelte.ts'
import { clockText } from '../lib/clock.ts'
import type { History } from '../lib/history.svelte.ts'
import { t } from '../lib/i18n.svelte.ts'
import { positionText, spokenLines } from '../lib/log.ts'
import { preferences } from '../lib/preferences.svelte.ts'
import { promptOf } from '../lib/prompts.ts'
import type { Table } from '../lib/table.svelte.ts'
import type { Use } from '../lib/uses.ts'
import { usesOf } from '../lib/uses.ts'
import { cityInShort } from './labels.ts'

export type RailTab = 'log' | 'analysis' | 'chat' | 'players'

interface Parts {
  table: () => Table
  history: () => History | null
  open: (panel: 'help' | null) => void
  openRail: (tab: 'log' | 'chat') => void
}

const SEATS: readonly Seat[] = [0, 1]

/**
 * The keys of the table. Single letters act only outside text fields, and only if the player wants
 * them.
 */
export class TableKeys {
  readonly #parts: Parts
  /** After V, the number of a conspiracy. */
  #preparing = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const on = event.target instanceof HTMLElement ? event.target : null
    if (on && (on.closest('dialog') || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName))) return
    if (event.key === 'Escape') {
      this.#cancel()
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      // A key that is held down does nothing more: what comes next is another question.
      if (event.repeat) event.preventDefault()
      // A second Enter on what is selected does the first thing that the dock offers.
      else if (on?.matches('main [aria-pressed="true"]') && this.#use(usesOf(this.#parts.table(), false)[0]))
        event.preventDefault()
      return
    }
    if (!preferences.letterKeys || event.key.length !== 1) return
    if (this.#act(event.key.toLowerCase())) event.preventDefault()
  }

  #act(key: string): boolean {
    const table = this.#parts.table()
    const history = this.#parts.history()
    const uses = usesOf(table, false)
    if (this.#preparing) {
      this.#preparing = false
      return this.#use(uses.find(({ hotkey }) => hotkey === `v${key}`))
    }
    if (key === 'v') return (this.#preparing = true)
    const use = uses.find(({ hotkey }) => hotkey === key)
    if (use) return this.#use(use)
    switch (key) {
      case 'n':
        return this.#use(uses.find(({ style }) => style === 'decline'))
      case 'g':
        // During the draft the cards of the first age lie open next to it.
        return focusRegion(Object.keys(table.board?.draft ?? {}).length > 0 ? 'draft' : 'structure')
      case 'u':
        return focusRegion('dock')
      case 'y':
        return focusRegion('below')
      case 'o':
        return focusRegion('above')
      case 'm':
        return focusRegion('military')
      case 'p':
        return focusRegion('progress')
      case 's':
        return focusRegion('senate')
      case 'h':
        return focusRegion('pantheon')
      case 'i':
        return focusRegion('details')
      case 'l':
        return (this.#parts.openRail('log'), true)
      case 'c':
        return (this.#parts.openRail('chat'), true)
      case 't':
        return say(promptOf(table))
      case 'k':
        return say(clocksOf(table))
      case 'a':
        return say(positionOf(table))
      case 'r':
        return say(
          spokenLines(
            table,
            table.steps.filter(({ version }) => version === table.position.version),
          ),
        )
      case ',':
        return step(history, -1)
      case '.':
        return step(history, 1)
      case 'f':
        return turn(table)
      case '?':
        return (this.#parts.open('help'), true)
      default:
        return false
    }
  }

  #use(use: Use | undefined): boolean {
    const table = this.#parts.table()
    if (use?.why !== undefined) table.note = { text: use.why, bad: false }
    else if (use?.action) void table.do(use.action)
    else return false
    return true
  }

  #cancel(): void {
    const table = this.#parts.table()
    if (table.past && table.match) this.#parts.history()?.leave()
    else {
      table.cancel()
      table.asking = null
    }
  }
}

function focusRegion(name: string): boolean {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`)
  const first = region?.querySelector<HTMLElement>('button:not([tabindex="-1"])') ?? region
  first?.focus()
  return region !== null
}

function step(history: History | null, by: 1 | -1): boolean {
  void history?.go(history.at + by)
  return history !== null
}

function say(text: string): boolean {
  announcer.say(text)
  return true
}

function turn(table: Table): boolean {
  if (table.mine !== null) return false
  table.turned = !table.turned
  return true
}

function clocksOf(table: Table): string {
  if (!table.snapshot.clocks) return t('clock.none')
  return SEATS.map((seat) =>
    t('clock.label', {
      name: table.nameOf(seat),
      left: clockText(table.match?.clock(seat) ?? table.snapshot.clocks![seat]),
    }),
  ).join('. ')
}

function positionOf(table: Table): string {
  const { board } = table
  if (!board) return ''
  const cities = SEATS.map((seat) => cityInShort(table.nameOf(seat), board.cities[seat]))
  return [...cities, t('pawn.label', { place: positionText(table, board.pawn) })].join(' ')
}
