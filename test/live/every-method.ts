import type { LiveStore } from '../../src/live/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { acting, newHeader } from './contract/harness.ts'

/** Calls every method of a store. Returns by method the code of its error, or that it answered. */
export async function askEverything(store: LiveStore, match: string): Promise<Record<string, string>> {
  const questions: Record<string, () => Promise<unknown>> = {
    create: () => store.create(newHeader()),
    createdBy: () => store.createdBy('a', 'b'),
    load: () => store.load(match),
    entriesAfter: () => store.entriesAfter(match, 0),
    findByCode: () => store.findByCode('CODE'),
    matchesOf: () => store.matchesOf('a', 1),
    commit: () => store.commit(acting(match, 1)),
    follow: () => store.follow(match),
    connect: () => store.connect(match, 0, 'a', 1000),
    disconnect: () => store.disconnect(match, 0, 'a'),
    reportWatchers: () => store.reportWatchers(match, 'node', 1, 1000),
    attendance: () => store.attendance(match),
    heartbeat: () => store.heartbeat(1),
    say: () => store.say(match, 'players', { from: { id: 'a', name: 'Ada' }, text: 'Salve' }),
    chat: () => store.chat(match, 'players'),
    mute: () => store.mute(match, 0, true),
    muted: () => store.muted(match),
    offerRematch: () => store.offerRematch(match, 0, newHeader()),
    rematch: () => store.rematch(match),
    rematchBegan: () => store.rematchBegan(match),
    claimEnded: () => store.claimEnded(1, 1000),
    claimBotTurns: () => store.claimBotTurns(1, 1000),
    renewBotTurns: () => store.renewBotTurns([match], 1000),
    markArchived: () => store.markArchived(match),
    backlog: () => store.backlog(),
    ping: () => store.ping(),
  }
  const answers = await Promise.all(
    Object.entries(questions).map(async ([name, ask]) => {
      const answer = await ask().then(
        () => 'answered',
        (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
      )
      return [name, answer] as const
    }),
  )
  return Object.fromEntries(answers)
}

/** What `askEverything` returns for a store that answers nothing. */
export const UNAVAILABLE: Record<string, string> = Object.fromEntries(
  [
    ...['create', 'createdBy', 'load', 'entriesAfter', 'findByCode', 'matchesOf', 'commit', 'heartbeat'],
    ...['claimBotTurns', 'renewBotTurns', 'follow', 'connect', 'disconnect', 'reportWatchers', 'attendance'],
    ...['say', 'chat', 'mute', 'muted', 'offerRematch', 'rematch', 'rematchBegan', 'claimEnded', 'markArchived'],
    ...['backlog', 'ping'],
  ].map((name) => [name, 'unavailable']),
)
