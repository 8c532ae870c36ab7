import fc from 'fast-check'

/** Matches, codes and action ids have small numbers as names, so that they repeat. */
export type Command =
  | { type: 'create'; match: number; code: number }
  /** Which match a command has created: two of the matches are for the same one. */
  | { type: 'createdBy' }
  | {
      type: 'commit'
      match: number
      kind: 'join' | 'act' | 'resign'
      seat: 0 | 1
      /** The difference from the present version. */
      offset: number
      /** A time that no entry has. */
      follows: 1 | undefined
      action: number | null
      ends: 'game' | 'aborted' | undefined
      /** Whether the commit decides on a next match. */
      next: boolean
      /** In the far future, passed, removed, or unchanged. */
      deadline: 'far' | 'past' | null | undefined
      /** `away-0`, `away-1`: the player of this seat is away. */
      condition: 'overdue' | 'away-0' | 'away-1' | undefined
      /** The server has to play: the turn is leased, or due. Null: it does not. */
      botTurn: 'leased' | 'due' | null | undefined
      /** How many times at once. */
      times: number
    }
  | { type: 'load' | 'muted' | 'rematch' | 'rematchBegan' | 'attendance' | 'markArchived'; match: number }
  | { type: 'renewTurn'; match: number }
  | { type: 'entriesAfter'; match: number; version: number }
  | { type: 'findByCode'; code: number }
  | { type: 'matchesOf'; player: 'host' | 'guest' }
  /** Everything that can be claimed, or nothing: a store is free to choose among several. */
  | { type: 'claim' | 'claimTurns'; limit: 0 | 10_000 }
  | { type: 'heartbeat' | 'backlog' }
  /** For so long nobody reports that matches can be played; then somebody does. */
  | { type: 'outage'; ms: number }
  | { type: 'connect' | 'disconnect'; match: number; seat: 0 | 1; connection: number }
  | { type: 'watching'; match: number; node: number; watchers: number }
  | { type: 'say' | 'chat'; match: number; room: 'players' | 'spectators' }
  | { type: 'mute'; match: number; seat: 0 | 1; muted: boolean }
  | { type: 'offerRematch'; match: number; seat: 0 | 1 }

/** How many matches there can be. */
export const MATCHES = 3

const MOSTLY_NONE = [undefined, undefined, undefined, undefined, undefined]

const match = fc.nat({ max: MATCHES - 1 })
const code = fc.nat({ max: 1 })
const seat = fc.constantFrom(0 as const, 1 as const)

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('create' as const), match, code }) },
  {
    weight: 16,
    arbitrary: fc.record({
      type: fc.constant('commit' as const),
      match,
      kind: fc.constantFrom('join' as const, 'join' as const, 'act' as const, 'act' as const, 'resign' as const),
      seat,
      offset: fc.constantFrom(0, 0, 0, 0, -1, 1),
      follows: fc.constantFrom(...MOSTLY_NONE, 1 as const),
      action: fc.option(fc.nat({ max: 5 })),
      ends: fc.constantFrom(...MOSTLY_NONE, 'game' as const, 'aborted' as const),
      next: fc.boolean(),
      deadline: fc.constantFrom(undefined, undefined, null, 'far' as const, 'far' as const, 'past' as const),
      condition: fc.constantFrom(...MOSTLY_NONE, 'overdue' as const, 'away-0' as const, 'away-1' as const),
      botTurn: fc.constantFrom(undefined, undefined, null, 'leased' as const, 'due' as const),
      times: fc.constantFrom(1, 1, 3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('createdBy' as const) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('markArchived' as const), match }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('renewTurn' as const), match }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('load' as const, 'muted' as const, 'rematch' as const, 'attendance' as const),
      match,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('entriesAfter' as const), match, version: fc.nat({ max: 8 }) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('findByCode' as const), code }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('matchesOf' as const),
      player: fc.constantFrom('host' as const, 'guest' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('claim' as const, 'claimTurns' as const),
      limit: fc.constantFrom(10_000 as const, 10_000 as const, 10_000 as const, 0 as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('heartbeat' as const, 'backlog' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('outage' as const), ms: fc.integer({ min: 60_000, max: 90_000 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constantFrom('connect' as const, 'connect' as const, 'connect' as const, 'disconnect' as const),
      match,
      seat,
      connection: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('watching' as const),
      match,
      node: fc.nat({ max: 1 }),
      watchers: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom('say' as const, 'say' as const, 'chat' as const),
      match,
      room: fc.constantFrom('players' as const, 'spectators' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('mute' as const), match, seat, muted: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('offerRematch' as const), match, seat }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rematchBegan' as const), match }) },
)

export const commandsArbitrary = fc.array(commandArbitrary, { minLength: 1, maxLength: 80, size: 'max' })
