import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { Attendance, RematchState } from '../news.ts'
import type { Backlog, Commit, CommitResult, Created, LiveStore, TakenSeat } from '../port.ts'
import * as commands from './commands.ts'
import type { Transaction } from './transaction.ts'

/** The methods that a machine leaves to its store. */
type Surroundings = 'now' | 'subscribe' | 'follow' | 'unfollow' | 'ping' | 'close'

/** The methods of a live store that a machine answers. */
export abstract class MachineStore implements Omit<LiveStore, Surroundings> {
  /** Runs a command that changes nothing durable. */
  protected abstract ask<Result>(command: (tx: Transaction) => Result): Promise<Result>
  /** Runs any command. */
  protected abstract change<Result>(command: (tx: Transaction) => Result): Promise<Result>

  create(header: MatchHeader, actionId?: string): Promise<Created> {
    return this.change((tx) => commands.create(tx, header, actionId))
  }

  createdBy(player: string, actionId: string): Promise<string | null> {
    return this.ask((tx) => commands.createdBy(tx, player, actionId))
  }

  load(match: string): Promise<MatchRecord | null> {
    return this.ask((tx) => commands.load(tx, match))
  }

  entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    return this.ask((tx) => commands.entriesAfter(tx, match, version))
  }

  findByCode(code: string): Promise<string | null> {
    return this.ask((tx) => commands.findByCode(tx, code))
  }

  matchesOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    return this.ask((tx) => commands.matchesOf(tx, player, limit, after))
  }

  commit(commit: Commit): Promise<CommitResult> {
    return this.change((tx) => commands.commit(tx, commit))
  }

  heartbeat(limit: number): Promise<string[]> {
    return this.change((tx) => commands.heartbeat(tx, limit))
  }

  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    return this.ask((tx) => commands.connect(tx, match, seat, connection, ttlMs))
  }

  disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    return this.ask((tx) => commands.disconnect(tx, match, seat, connection))
  }

  reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    return this.ask((tx) => commands.reportWatchers(tx, match, node, watchers, ttlMs))
  }

  attendance(match: string): Promise<Attendance> {
    return this.ask((tx) => commands.attendance(tx, match))
  }

  say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    return this.change((tx) => commands.say(tx, match, room, line))
  }

  chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    return this.ask((tx) => commands.chat(tx, match, room))
  }

  mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    return this.change((tx) => commands.mute(tx, match, seat, muted))
  }

  muted(match: string): Promise<Seat[]> {
    return this.ask((tx) => commands.muted(tx, match))
  }

  offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    return this.change((tx) => commands.offerRematch(tx, match, seat, proposed))
  }

  rematch(match: string): Promise<RematchState> {
    return this.ask((tx) => commands.rematch(tx, match))
  }

  rematchBegan(match: string): Promise<void> {
    return this.change((tx) => commands.rematchBegan(tx, match))
  }

  claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    return this.change((tx) => commands.claimEnded(tx, limit, leaseMs))
  }

  claimBotTurns(limit: number, leaseMs: number): Promise<string[]> {
    return this.change((tx) => commands.claimBotTurns(tx, limit, leaseMs))
  }

  renewBotTurns(matches: readonly string[], leaseMs: number): Promise<void> {
    return this.change((tx) => commands.renewBotTurns(tx, matches, leaseMs))
  }

  markArchived(match: string): Promise<void> {
    return this.change((tx) => commands.markArchived(tx, match))
  }

  backlog(): Promise<Backlog> {
    return this.ask((tx) => commands.backlog(tx))
  }
}
