import { describe, expect, it } from 'vitest'
import type { Evidence, Fault } from '../../chaos/checker/index.ts'
import { check } from '../../chaos/checker/index.ts'
import type { LineOf } from '../../chaos/swarm/lines.ts'
import { linesOf } from '../../chaos/swarm/lines.ts'
import type { Entry } from '../../src/record/index.ts'
import { honestBotEvidence, honestEvidence } from './evidence.ts'

type Honest = ReturnType<typeof honestEvidence>

/** Plain JSON, as it is read from a file: parts that are the same object do not change together. */
const HONEST = JSON.stringify(honestEvidence())
const honest = (): Honest => JSON.parse(HONEST) as Honest

/** The log of the match that goes on. */
const log = ({ records, unfinished }: Honest): Entry[] => records[unfinished]!.entries

/** The acknowledgements of the match that goes on, latest first. */
const acknowledged = ({ journals, unfinished }: Honest): LineOf<'acknowledged'>[] =>
  journals
    .flatMap((journal) => linesOf(journal, 'acknowledged'))
    .filter(({ match }) => match === unfinished)
    .sort((a, b) => b.version - a.version)

/** The view of the match that goes on, from seat 0. */
const view = ({ views, unfinished }: Honest): Evidence['views'][number] =>
  views.find(({ match, seat }) => match === unfinished && seat === 0)!

const gameOf = ({ games, finished }: Honest) => games[finished[0]]!

const rating = ({ profiles }: Honest) => profiles[0]!.ratings['base-real-time']!

/** Adds a line to the journal of a player. */
function journal({ journals }: Honest, player: number, line: Evidence['journals'][number][number]): void {
  journals[player]!.push(line)
}

/** Cuts the log and the views of the match that goes on to so many entries. */
function cut(evidence: Honest, length: number): void {
  log(evidence).splice(length)
  evidence.views = evidence.views.filter(({ match }) => match !== evidence.unfinished)
}

/** What a server could do wrong, and what a fault is then about. */
const TAMPERING: Record<string, [about: Fault['about'], tamper: (evidence: Honest) => void]> = {
  'the last entry of a log is dropped': ['log', (all) => log(all).pop()],
  'an entry in the middle of a log is dropped': ['log', (all) => log(all).splice(12, 1)],
  'two entries change places': [
    'log',
    (all) => {
      const [one, other] = log(all).slice(12, 14) as [Entry, Entry]
      ;[one.body, other.body] = [other.body, one.body]
    },
  ],
  'an entry is done twice': ['log', (all) => log(all).push({ ...log(all).at(-1)!, version: log(all).length + 1 })],
  'an entry is in the log that nobody asked for': [
    'log',
    (all) => log(all).push({ version: log(all).length + 1, at: Date.now(), body: { type: 'resign', seat: 0 } }),
  ],
  'the time of a player runs out': [
    'log',
    (all) => log(all).push({ version: log(all).length + 1, at: Date.now(), body: { type: 'flag', seat: 0 } }),
  ],
  'a refused move is in the log': [
    'log',
    (all) => {
      const { ask } = acknowledged(all)[0]!
      for (const [player, lines] of all.journals.entries()) {
        const place = lines.findIndex((line) => line.what === 'acknowledged' && line.ask === ask)
        if (place < 0) continue
        lines.splice(place, 1)
        journal(all, player, { what: 'refused', ask, at: 0, match: all.unfinished, code: 'illegal-action' })
      }
    },
  ],
  'a move is acknowledged at another version': ['log', (all) => (acknowledged(all)[3]!.version += 1)],
  'time goes back': ['log', (all) => (log(all).at(-1)!.at -= 1_000_000)],
  'a stranger sits in a seat': [
    'log',
    (all) => {
      const { body } = log(all)[0]!
      if (body.type === 'join') body.player = { id: 'a stranger', name: 'Eve' }
    },
  ],
  'a match is gone': ['log', (all) => (all.records[all.unfinished] = null)],
  'a line of chat is gone': ['chat', (all) => all.chats[all.unfinished]!.pop()],
  'a line of chat is there twice': [
    'chat',
    (all) => {
      const lines = all.chats[all.unfinished]!
      lines.push({ ...lines[0]!, number: 2 })
    },
  ],
  'a line of chat has another number': ['chat', (all) => (all.chats[all.unfinished]![0]!.number = 2)],
  'a line of chat is there that nobody said': [
    'chat',
    (all) => {
      const lines = all.chats[all.unfinished]!
      lines.push({ ...lines[0]!, number: 2, text: 'Vale' })
    },
  ],
  'a view of a client differs from the server': ['view', (all) => (view(all).last.board!.cities[1].coins += 1)],
  'the server shows another view than the log': [
    'view',
    (all) => {
      view(all).last.board!.cities[1].coins += 1
      view(all).fresh.board!.cities[1].coins += 1
    },
  ],
  'a view shows what its viewer may not know': [
    'view',
    (all) => {
      const seed = all.records[all.unfinished]!.header.seed
      view(all).last.seed = seed
      view(all).fresh.seed = seed
    },
  ],
  'a client is behind the log': ['view', (all) => (view(all).version -= 1)],
  'a game is stored twice': ['history', (all) => all.listed.push(all.listed[0]!)],
  'a game is not stored': ['history', (all) => all.listed.pop()],
  'a game is listed that cannot be read': ['history', (all) => delete all.games[all.finished[0]]],
  'a game is stored that nobody has played': [
    'history',
    (all) => all.listed.push({ ...all.listed[0]!, id: 'unknown' }),
  ],
  'a match in play is in the history': ['history', (all) => all.listed.push({ ...all.listed[0]!, id: all.unfinished })],
  'a game has another winner': [
    'history',
    (all) => {
      const { outcome } = gameOf(all).game
      outcome.winner = outcome.winner === 0 ? 1 : 0
    },
  ],
  'a game has another score': ['history', (all) => (gameOf(all).game.scores[0].total += 1)],
  'a list has another score': ['history', (all) => (all.listed[0]!.scores[0].total += 1)],
  'a replay has another move': [
    'history',
    (all) => {
      const { replay } = gameOf(all)
      if (replay.complete) replay.record.entries.splice(20, 1)
    },
  ],
  'a replay has another seed': [
    'history',
    (all) => {
      const { replay } = gameOf(all)
      if (replay.complete) replay.record.header.seed = `${replay.record.header.seed.slice(1)}0`
    },
  ],
  'a rating is changed': ['rating', (all) => (rating(all).rating += 0.01)],
  'a deviation is changed': ['rating', (all) => (rating(all).deviation -= 0.01)],
  'a rating counts a game too many': ['rating', (all) => (rating(all).games += 1)],
  'a rating is gone': ['rating', (all) => delete all.profiles[0]!.ratings['base-real-time']],
  'a game has changed a rating by another amount': ['rating', (all) => (all.listed[1]!.ratings![0].after += 0.01)],
  'a game was rated by another rating': ['rating', (all) => (all.listed[1]!.ratings![1].before += 0.01)],
}

describe('the checker of chaos', () => {
  it('finds nothing when every promise was kept', () => {
    expect(check(honest())).toEqual({ faults: [], lost: { moves: 0, lines: 0, ends: 0 }, repeated: 0 })
  })

  it.each(Object.entries(TAMPERING))('finds it when %s', (_what, [about, tamper]) => {
    const evidence = honest()
    tamper(evidence)
    expect(check(evidence).faults.map((fault) => fault.about)).toContain(about)
  })
})

/** What a server could do wrong in a match against one of its bots, and what the fault says then. */
const BOT_TAMPERING: Record<string, [text: string, tamper: (entries: Entry[], evidence: Honest) => void]> = {
  'the bot has moved twice in one turn': [
    'is not legal',
    (entries) => {
      const last = botMoves(entries).at(-1)!
      entries.push({ ...last, version: entries.length + 1, actionId: `bot-acts-${entries.length}` })
    },
  ],
  'a move of the bot was done again': [
    'was done before',
    (entries) => {
      entries.push({ ...botMoves(entries).at(-1)!, version: entries.length + 1 })
    },
  ],
  'a move of the bot was decided at another version': [
    'is no move of the bot',
    (entries) => {
      const move = botMoves(entries)[2]!
      move.actionId = `bot-acts-${move.version - 2}`
    },
  ],
  'somebody else has moved for the bot': [
    'is no move of the bot',
    (entries) => (botMoves(entries)[2]!.actionId = 'kLq3Zr8Wc0uTnB5x'),
  ],
  'the bot claims the win': [
    'is no move of the bot',
    (entries) => {
      const version = entries.length + 1
      const body = { type: 'claim', seat: 1 } as const
      entries.push({ version, at: entries.at(-1)!.at, actionId: `bot-acts-${version - 1}`, body })
    },
  ],
  'the bot does not move': [
    'has not moved',
    (entries) => {
      while (entries.at(-1) !== botMoves(entries).at(-1)) entries.pop()
      entries.pop()
    },
  ],
  'a person sits in the seat of the bot': [
    'seats a stranger',
    (entries) => {
      const { body } = entries[0]!
      if (body.type === 'join') body.player = { id: 'a stranger', name: 'Eve' }
    },
  ],
  'the bot plays in a match between people': [
    'seats a stranger',
    (_entries, { records, unfinished }) => {
      records[unfinished]!.header.origin = 'queue'
    },
  ],
}

/** The moves of the bot, which has seat 1. */
const botMoves = (entries: Entry[]): Entry[] => entries.filter(({ body }) => body.type === 'act' && body.seat === 1)

describe('the checker, in a match against a bot', () => {
  it('finds nothing when every promise was kept', () => {
    expect(botMoves(log(honestBotEvidence())).length).toBeGreaterThan(5)
    expect(check(honestBotEvidence())).toEqual({ faults: [], lost: { moves: 0, lines: 0, ends: 0 }, repeated: 0 })
  })

  it('permits what the server adds by itself between the decision and the move', () => {
    const evidence = honestBotEvidence()
    const entries = log(evidence)
    const { at, version } = botMoves(entries).at(-1)!
    entries.splice(
      version - 1,
      entries.length,
      { version, at, body: { type: 'downtime', ms: 10 } },
      {
        ...entries[version - 1]!,
        version: version + 1,
      },
    )
    const { faults } = check(evidence)
    expect(faults.filter(({ text }) => text.includes('of the bot'))).toEqual([])
  })

  it.each(Object.entries(BOT_TAMPERING))('finds it when %s', (_what, [text, tamper]) => {
    const evidence = honestBotEvidence()
    evidence.views = evidence.views.filter(({ match }) => match !== evidence.unfinished)
    tamper(log(evidence), evidence)
    const faults = check(evidence).faults.filter(({ about }) => about === 'log')
    expect(faults.map((fault) => fault.text).join('\n')).toContain(text)
  })
})

describe('the checker, where a request can wait inside of what is paused', () => {
  it('counts the lines of chat that are there twice', () => {
    const evidence = { ...honest(), promised: { mayLoseUntil: null, mayRepeat: true } }
    const lines = evidence.chats[evidence.unfinished]!
    lines.push({ ...lines[0]!, number: 2 })
    expect(check(evidence)).toEqual({ faults: [], lost: { moves: 0, lines: 0, ends: 0 }, repeated: 1 })
  })
})

describe('the checker, where a replica may take over', () => {
  const lossy = (mayLoseUntil = Infinity): Honest => ({ ...honest(), promised: { mayLoseUntil, mayRepeat: false } })

  it('counts the moves at the end of a log that were lost', () => {
    const evidence = lossy()
    const moves = acknowledged(evidence).filter(({ version }) => version > 25)
    cut(evidence, 25)
    expect(check(evidence)).toEqual({ faults: [], lost: { moves: moves.length, lines: 0, ends: 0 }, repeated: 0 })
    expect(moves).toHaveLength(5)
  })

  it('counts the moves of a match that is gone', () => {
    const evidence = lossy()
    const moves = acknowledged(evidence).length
    cut(evidence, 0)
    evidence.records[evidence.unfinished] = null
    expect(check(evidence)).toEqual({ faults: [], lost: { moves, lines: 0, ends: 0 }, repeated: 0 })
  })

  it('counts the lines of chat that were lost', () => {
    const evidence = lossy()
    evidence.chats[evidence.unfinished] = []
    expect(check(evidence)).toEqual({ faults: [], lost: { moves: 0, lines: 1, ends: 0 }, repeated: 0 })
  })

  it('counts a move that was acknowledged and lost, when another one has taken its place', () => {
    const evidence = lossy()
    const [last] = acknowledged(evidence)
    const entry = log(evidence).at(-1)!
    const seat = entry.body.type === 'act' ? entry.body.seat : 0
    // The player had acted in another way at first.
    const at = last!.at - 1
    const wish = { type: 'act', seat, action: { type: 'discard-card', slot: 99 } } as const
    journal(evidence, seat, { what: 'wished', ask: 9999, at, match: last!.match, version: last!.version - 1, wish })
    journal(evidence, seat, { what: 'acknowledged', ask: 9999, at, match: last!.match, version: last!.version })
    expect(check(evidence)).toEqual({ faults: [], lost: { moves: 1, lines: 0, ends: 0 }, repeated: 0 })
  })

  it('counts a game that the history has, while its match is in play again', () => {
    const evidence = lossy()
    evidence.records[evidence.finished[1]]!.entries.pop()
    evidence.views = evidence.views.filter(({ match }) => match !== evidence.finished[1])
    expect(check(evidence)).toEqual({ faults: [], lost: { moves: 1, lines: 0, ends: 1 }, repeated: 0 })
  })

  it('finds it when a game is in play again that ended after the replica took over', () => {
    const evidence = lossy(0)
    evidence.records[evidence.finished[1]]!.entries.pop()
    expect(check(evidence).faults.map(({ about }) => about)).toContain('history')
  })

  it('finds it when a move was lost that was acknowledged after the replica took over', () => {
    const evidence = lossy()
    evidence.promised.mayLoseUntil = acknowledged(evidence)[3]!.at
    cut(evidence, 25)
    expect(check(evidence).faults).toHaveLength(3)
  })

  it('finds it when a move was lost, but not the moves after it', () => {
    const evidence = lossy()
    const { version, at } = acknowledged(evidence)[4]!
    const entry = log(evidence)[version - 1]!
    const seat = entry.body.type === 'act' ? entry.body.seat : 0
    // The log has another move of this player there, and all later moves.
    const match = evidence.unfinished
    const wish = { type: 'act', seat, action: { type: 'discard-card', slot: 99 } } as const
    journal(evidence, seat, { what: 'wished', ask: 9999, at, match, version: version - 1, wish })
    journal(evidence, seat, { what: 'acknowledged', ask: 9999, at: at + 1, match, version })
    expect(check(evidence).faults.map(({ about }) => about)).toEqual(['log'])
  })
})
