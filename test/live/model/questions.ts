import { randomUUID } from 'node:crypto'
import type { Commit, LiveStore } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import type { EntryBody } from '../../../src/record/index.ts'
import { newHeader } from '../contract/harness.ts'
import type { Command } from './commands.ts'
import { MATCHES } from './commands.ts'

const LONG = 3_600_000
const ALL = 10_000
const DEADLINES = { far: { after: LONG }, past: { at: 1 } } as const
const BOT_TURNS = { leased: { leaseMs: LONG }, due: { leaseMs: 0 } } as const
const CONDITIONS = {
  overdue: { is: 'overdue' },
  'away-0': { is: 'away', seat: 0, ms: 0 },
  'away-1': { is: 'away', seat: 1, ms: 0 },
} as const

/** The methods under comparison. */
export type Asked = Omit<LiveStore, 'now' | 'subscribe' | 'follow' | 'unfollow' | 'ping' | 'close'>
/** Asks a store, and returns the answer without what a store is free to choose. */
export type Question = (store: Asked) => Promise<unknown>

/** Commands as questions, about matches and codes that no other instance uses. */
export class Questions {
  readonly #name = randomUUID()

  get matches(): string[] {
    return Array.from({ length: MATCHES }, (_, number) => this.id(number))
  }

  id(number: number): string {
    return `match-${number}-${this.#name}`
  }

  get actionId(): string {
    return `creation-${this.#name}`
  }

  code(number: number): string {
    return `code-${number}-${this.#name}`
  }

  player(role: 'host' | 'guest'): PlayerRef {
    return { id: `${role}-${this.#name}`, name: 'Bo' }
  }

  /** @param versionOf returns the length of the log of a match. */
  of(command: Exclude<Command, { type: 'outage' }>, versionOf: (match: string) => number): Question {
    switch (command.type) {
      case 'claim':
        return async (store) => (await store.claimEnded(command.limit, LONG)).sort()
      case 'claimTurns':
        return async (store) => (await store.claimBotTurns(command.limit, LONG)).sort()
      case 'heartbeat':
        return heartbeat
      case 'backlog':
        return async (store) => (await store.backlog()).games
      case 'createdBy':
        return (store) => store.createdBy(this.player('host').id, this.actionId)
      case 'findByCode':
        return (store) => store.findByCode(this.code(command.code))
      case 'matchesOf': {
        const { id } = this.player(command.player)
        return async (store) => (await store.matchesOf(id, ALL)).map(({ match }) => match).sort()
      }
      default: {
        const match = this.id(command.match)
        return this.#ofMatch(match, command, versionOf(match))
      }
    }
  }

  #ofMatch(match: string, command: Extract<Command, { match: number }>, version: number): Question {
    switch (command.type) {
      case 'create': {
        const host = { seat: 0 as const, player: this.player('host') }
        const header = newHeader({ id: match, code: this.code(command.code), host })
        // The same match is always created by the same command: the first two by the same one, the third by none.
        return (store) => store.create(header, command.match < 2 ? this.actionId : undefined)
      }
      case 'commit': {
        const commit = commitOf(command, match, version, this.player('guest'))
        // A store is free to choose which one is first.
        return async (store) => {
          const answers = await Promise.all(Array.from({ length: command.times }, () => store.commit(commit)))
          return answers.sort((a, b) => (a.status < b.status ? -1 : 1))
        }
      }
      case 'entriesAfter':
        return (store) => store.entriesAfter(match, command.version)
      case 'connect':
        return (store) => store.connect(match, command.seat, String(command.connection), LONG)
      case 'disconnect':
        return (store) => store.disconnect(match, command.seat, String(command.connection))
      case 'watching':
        return (store) => store.reportWatchers(match, String(command.node), command.watchers, LONG)
      case 'say': {
        const text = randomUUID()
        return (store) => store.say(match, command.room, { from: this.player('guest'), text })
      }
      case 'chat':
        return (store) => store.chat(match, command.room)
      case 'mute':
        return (store) => store.mute(match, command.seat, command.muted)
      case 'offerRematch': {
        const proposed = newHeader()
        return (store) => store.offerRematch(match, command.seat, proposed)
      }
      case 'renewTurn':
        return (store) => store.renewBotTurns([match], 0)
      case 'load':
      case 'muted':
      case 'rematch':
      case 'rematchBegan':
      case 'attendance':
      case 'markArchived':
        return (store) => store[command.type](match)
    }
  }
}

/** The matches whose deadline has passed. */
export const heartbeat: Question = async (store) => (await store.heartbeat(ALL)).sort()

function commitOf(
  command: Extract<Command, { type: 'commit' }>,
  match: string,
  length: number,
  guest: PlayerRef,
): Commit {
  const { kind, seat, offset, follows, action, ends, next, deadline, condition, botTurn } = command
  const body: EntryBody =
    kind === 'join'
      ? { type: 'join', seat, player: guest }
      : kind === 'act'
        ? { type: 'act', seat, action: { type: 'discard-card', slot: length } }
        : { type: 'resign', seat }
  return {
    match,
    version: length + offset,
    ...(follows !== undefined && { follows }),
    body,
    ...(action !== null && { actionId: `action-${action}`, previousHash: `hash-${action}` }),
    ...(ends && { ends }),
    ...(next && { next: newHeader() }),
    ...(deadline !== undefined && { deadline: deadline && DEADLINES[deadline] }),
    ...(botTurn !== undefined && { botTurn: botTurn && BOT_TURNS[botTurn] }),
    ...(condition && { condition: CONDITIONS[condition] }),
  }
}
