import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { Attendance, RematchState } from '../news.ts'
import type { Commit, CommitResult, LiveStore, TakenSeat } from '../port.ts'
import * as commands from './commands.ts'
import type { Step } from './step.ts'

/** The methods that a machine leaves to its store. */
type Surroundings = 'now' | 'subscribe' | 'follow' | 'unfollow' | 'ping' | 'close'

/** The methods of a live store that a machine answers. */
export abstract class MachineStore implements Omit<LiveStore, Surroundings> {
  /** Runs a command that changes nothing durable. */
  protected abstract ask<Result>(command: (step: Step) => Result): Promise<Result>
  /** Runs any command. */
  protected abstract change<Result>(command: (step: Step) => Result): Promise<Result>

  create(header: MatchHeader): Promise<{ createdAt: number } | { taken: 'id' | 'code' }> {
    return this.change((step) => commands.create(step, header))
  }

  load(match: string): Promise<MatchRecord | null> {
    return this.ask((step) => commands.load(step, match))
  }

  entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    return this.ask((step) => commands.entriesAfter(step, match, version))
  }

  findByCode(code: string): Promise<string | null> {
    return this.ask((step) => commands.findByCode(step, code))
  }

  matchesOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    return this.ask((step) => commands.matchesOf(step, player, limit, after))
  }

  commit(commit: Commit): Promise<CommitResult> {
    return this.change((step) => commands.commit(step, commit))
  }

  heartbeat(limit: number): Promise<string[]> {
    return this.change((step) => commands.heartbeat(step, limit))
  }

  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    return this.ask((step) => commands.connect(step, match, seat, connection, ttlMs))
  }

  disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    return this.ask((step) => commands.disconnect(step, match, seat, connection))
  }

  reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    return this.ask((step) => commands.reportWatchers(step, match, node, watchers, ttlMs))
  }

  attendance(match: string): Promise<Attendance> {
    return this.ask((step) => commands.attendance(step, match))
  }

  say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    return this.change((step) => commands.say(step, match, room, line))
  }

  chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    return this.ask((step) => commands.chat(step, match, room))
  }

  mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    return this.change((step) => commands.mute(step, match, seat, muted))
  }

  muted(match: string): Promise<Seat[]> {
    return this.ask((step) => commands.muted(step, match))
  }

  offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    return this.change((step) => commands.offerRematch(step, match, seat, proposed))
  }

  rematch(match: string): Promise<RematchState> {
    return this.ask((step) => commands.rematch(step, match))
  }

  claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    return this.change((step) => commands.claimEnded(step, limit, leaseMs))
  }

  markArchived(match: string): Promise<void> {
    return this.change((step) => commands.markArchived(step, match))
  }

  backlog(): Promise<number> {
    return this.ask((step) => commands.backlog(step))
  }
}
