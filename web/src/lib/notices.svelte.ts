import type { MatchChange, MatchState } from '@curia/client'
import { isolated } from '../../../src/text/isolated.ts'
import { announcer } from './announce.svelte.ts'
import { heardOf } from './choreographies.ts'
import { warningsOf } from './clock.ts'
import { endOf } from './ends.ts'
import { t } from './i18n.svelte.ts'
import { spokenLines } from './log.ts'
import { spokenNews } from './news.ts'
import { notify } from './notify.ts'
import { preferences } from './preferences.svelte.ts'
import { promptOf } from './prompts.ts'
import { wordsOf } from './said.ts'
import { play } from './sounds.ts'
import type { Table } from './table.svelte.ts'

const TITLE = 'Curia'

/** Tells the player what happens in a match, wherever they look: the title, sounds, notifications, screen readers. */
export class Notices {
  readonly #table: Table
  #yours = false
  #version = -1
  #ended = false
  #offer: number | undefined
  #rematch = false
  /** At how much time the player was warned last in this turn, ms. */
  #warned = Infinity
  /** The last version of which was said what it did. */
  #said = -1
  #threats: ReadonlySet<string> = new Set()

  constructor(table: Table) {
    this.#table = table
  }

  /** After a change of the match that the table has received. */
  tell(state: MatchState, change?: MatchChange): void {
    const table = this.#table
    const first = this.#version === -1
    const moved = state.version !== this.#version
    this.#version = state.version
    const ended = state.snapshot.status === 'ended'
    const yours = table.mine !== null && state.snapshot.board?.toAct === table.mine && !ended
    if (change?.type === 'steps' && !first) {
      this.#said = state.version
      announcer.say([spokenLines(table, change.steps), ...this.#newThreats()].join(' ').trim())
      for (const { sound, after } of heardOf(change.steps)) play(sound, after)
    }
    if (yours && (!this.#yours || first)) this.#yourTurn(first)
    else if (yours && moved) announcer.interrupt(promptOf(table))
    this.#yours = yours
    if (moved) this.#warned = Infinity

    const { drawOffer } = state.snapshot
    if (
      drawOffer !== this.#offer &&
      drawOffer !== undefined &&
      drawOffer !== table.mine &&
      table.mine !== null &&
      !first
    ) {
      announcer.interrupt(t('draw.offered', { name: table.nameOf(drawOffer) }))
      play('offer')
    }
    this.#offer = drawOffer
    if (ended && !this.#ended && !first) {
      announcer.interrupt(promptOf(table))
      const { outcome } = state.snapshot
      const lost = table.mine !== null && outcome?.winner !== undefined && outcome.winner !== table.mine
      if (outcome) play(lost ? 'lost' : endOf(outcome).sound)
    }
    this.#ended = ended
    const wanted = table.mine !== null && state.rematch?.offered.some((seat) => seat !== table.mine) === true
    if (wanted && !this.#rematch) {
      announcer.interrupt(t('rematch.wanted', { name: table.nameOf(table.mine === 0 ? 1 : 0) }))
      play('offer')
    }
    this.#rematch = wanted
    const line = change?.type === 'chat' ? change.line : undefined
    if (line && (table.mine === null || line.seat !== table.mine)) {
      play('chat')
      announcer.say(`${isolated(line.from.name)}: ${isolated(wordsOf(line))}`)
    }
    document.title = this.title
  }

  /** Says what happened before the page knew of it: it was opened, or has missed something. */
  catchUp(): void {
    const table = this.#table
    const deeds = table.news.length > 0 ? table.deeds.filter(({ step }) => step.version > this.#said) : []
    this.#said = Math.max(this.#said, table.now.version)
    announcer.say([spokenNews(table, deeds), ...this.#newThreats()].join(' ').trim())
  }

  /** What has begun to threaten a player, in words. */
  #newThreats(): string[] {
    const before = this.#threats
    const { threats } = this.#table
    this.#threats = new Set(threats.map(({ kind, against }) => `${kind} ${against}`))
    return threats.flatMap(({ kind, against, text }) => (before.has(`${kind} ${against}`) ? [] : [`${text}.`]))
  }

  /** From time to time: warns when the own clock runs low, and once more when it has nearly run out. */
  watchClock(): void {
    const { mine, match, snapshot } = this.#table
    if (!this.#yours || mine === null || !match || !snapshot.clocks) return
    const left = match.clock(mine)
    const warning = left === null ? undefined : warningsOf(snapshot.terms.clock).findLast((at) => left < at)
    if (warning === undefined || warning >= this.#warned) return
    this.#warned = warning
    announcer.interrupt(t('clock.low', { seconds: warning / 1000 }))
    play('warning')
  }

  get title(): string {
    const { mine, snapshot } = this.#table
    const rival = mine === null ? null : this.#table.nameOf(mine === 0 ? 1 : 0)
    const against = rival ?? [this.#table.nameOf(0), this.#table.nameOf(1)].join(' – ')
    if (snapshot.status === 'waiting') return TITLE
    return this.#yours ? `● ${t('title.your-turn', { name: against })} – ${TITLE}` : `${against} – ${TITLE}`
  }

  #yourTurn(first: boolean): void {
    announcer.interrupt(promptOf(this.#table))
    if (first) return
    play('turn')
    if (!document.hidden || !preferences.notifications) return
    const {
      snapshot: { match },
      mine,
    } = this.#table
    const title = t('title.your-turn', { name: this.#table.nameOf(mine === 0 ? 1 : 0) })
    void notify(title, match, `/match/${match}`).catch(() => undefined)
  }
}
