import { intervalOf } from '../../src/history/statistics/interval.ts'
import type {
  DraftStatistics,
  ExportedGame,
  GameKind,
  Statistics,
  StatisticsFigure,
  StatisticsQuery,
  StatisticsThing,
} from '../../src/protocol/index.ts'
import { foldable, foldRecord, wholeReplay } from '../../src/record/index.ts'
import type { MatchEvent, Seat } from '../../src/rules/index.ts'

// Statistics counted from the lines of an export, by nothing but what these say.

/** What one game says of one thing. */
interface Told {
  offered: boolean
  first: boolean
  taken: boolean
  built: boolean
  won: boolean
}
type Section = 'wonders' | 'tokens' | 'decrees' | 'conspiracies' | 'divinities'

/** A line of an export, read once. */
export interface ReadLine {
  game: ExportedGame['game']
  day: string
  /** The mean rating before the game; null if it is not rated. */
  mean: number | null
  told: Record<Section, Map<string, Told>>
  drafts: { open: string[]; first: string; won: boolean }[]
}

export function readLine({ game, record }: ExportedGame): ReadLine {
  const replay = wholeReplay(foldable(record))
  if (!replay.complete) throw new Error('the game goes on')
  const events = replay.steps.flatMap((step) => step.events) as MatchEvent[]
  const of = <T extends MatchEvent['type']>(type: T) =>
    events.filter((event): event is MatchEvent & { type: T } => event.type === type)
  const winner = game.outcome.winner ?? null
  const { deal, senate } = foldRecord(foldable(record)).state!

  /** What was offered, who took what in which order, and what was built. */
  const tell = (offered: readonly string[], taken: readonly [string, Seat][], built: readonly string[] = []) => {
    const ids = new Set([...offered, ...taken.map(([id]) => id)])
    const one = (id: string): Told => ({
      offered: true,
      first: taken[0]?.[0] === id,
      taken: taken.some(([other]) => other === id),
      built: built.includes(id),
      won: taken.some(([other, seat]) => other === id && seat === winner),
    })
    return new Map([...ids].map((id) => [id, one(id)]))
  }

  const drafted = of('wonder-drafted')
  const groups = [deal.firstWonders, of('wonders-revealed').length > 0 ? deal.secondWonders : []]
  const drafts = groups.flatMap((open) => {
    const first = drafted.find(({ wonder }) => open.includes(wonder))
    return first ? [{ open, first: first.wonder, won: first.seat === winner }] : []
  })
  const wonders = tell(
    groups.flat(),
    drafted.map(({ wonder, seat }) => [wonder, seat]),
    of('wonder-constructed')
      .filter(({ wonder, seat }) => drafted.some((pick) => pick.wonder === wonder && pick.seat === seat))
      .map(({ wonder }) => wonder),
  )
  for (const [id, told] of wonders) told.first = drafts.some(({ first }) => first === id)

  const atTheEnd = (senate?.decrees ?? []).flatMap((decrees, chamber): [string, Seat][] => {
    const [first, second] = senate!.cubes[chamber]!
    return first === second ? [] : decrees.map(({ id }) => [id, first > second ? 0 : 1])
  })
  const decrees = tell(deal.decrees, atTheEnd)
  const controlled = of('control-changed').find(({ controller }) => controller !== null)
  for (const [id, told] of decrees) told.first = controlled !== undefined && deal.decrees[controlled.chamber - 1] === id

  return {
    game,
    day: new Date(game.endedAt).toISOString().slice(0, 10),
    mean: game.ratings ? (game.ratings[0].before + game.ratings[1].before) / 2 : null,
    told: {
      wonders,
      tokens: tell(
        [...deal.boardTokens, ...[...of('library-drawn'), ...of('enki-revealed')].flatMap(({ tokens = [] }) => tokens)],
        of('progress-token-taken').map(({ token, seat }) => [token, seat]),
      ),
      decrees,
      conspiracies: tell(
        of('conspiracies-drawn').flatMap(({ drawn = [] }) => drawn),
        of('conspiracy-kept').flatMap(({ kept = [], seat }) => kept.map((id): [string, Seat] => [id, seat])),
        of('conspiracy-triggered').map(({ conspiracy }) => conspiracy),
      ),
      divinities: tell(
        [
          ...of('pantheon-revealed').flatMap(({ spaces }) => Object.values(spaces)),
          ...of('divinities-revealed').flatMap(({ divinities }) => divinities),
        ],
        of('divinity-activated')
          .filter(({ divinity }) => divinity !== 'gate')
          .map(({ divinity, seat }) => [divinity, seat]),
      ),
    },
    drafts,
  }
}

/** The lines that a query asks for. */
function asked(lines: readonly ReadLine[], kind: GameKind, query: StatisticsQuery): ReadLine[] {
  const { pool, rating, since, bots } = query
  return lines.filter(({ game, day, mean }) => {
    const type = !game.rated ? 'casual' : game.origin === 'ladder' ? 'engines' : 'rated'
    return (
      game.kind === kind &&
      (pool === undefined || pool === `${game.clock}.${type}`) &&
      (rating === undefined || (mean !== null && mean >= rating && mean < rating + 100)) &&
      (since === undefined || day >= since) &&
      (bots === undefined || bots === [game.players[0], game.players[1]].some((player) => player.bot === true))
    )
  })
}

const figure = (times: number, n: number): StatisticsFigure =>
  n < 30 ? { n } : { n, times, interval: intervalOf(times, n).map((share) => Number(share.toFixed(4))) }

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

/** Statistics of the lines of an export; endings in the order of their names. */
export function countStatistics(lines: readonly ReadLine[], kind: GameKind, query: StatisticsQuery): Statistics {
  const games = asked(lines, kind, query)
  const n = games.length
  if (n < 30) return { kind, n }
  const things = (section: Section, isBuilt: boolean): StatisticsThing[] => {
    const ids = new Set(games.flatMap(({ told }) => [...told[section].keys()]))
    const thing = (id: string): StatisticsThing => {
      const told = games.flatMap((game) => game.told[section].get(id) ?? [])
      const count = (fact: keyof Told): number => told.filter((one) => one[fact]).length
      if (told.length < 30) return { id, n: told.length }
      return {
        id,
        n: told.length,
        takenFirst: figure(count('first'), told.length),
        taken: figure(count('taken'), told.length),
        won: figure(count('won'), count('taken')),
        ...(isBuilt && { built: figure(count('built'), count('taken')) }),
      }
    }
    return [...ids].map(thing).sort(byId)
  }
  const lengths = games.map(({ game }) => game.versions).sort((a, b) => a - b)
  const steps = new Map<number, number>()
  for (const length of lengths) steps.set(5 * Math.floor(length / 5), (steps.get(5 * Math.floor(length / 5)) ?? 0) + 1)
  const endings = [...new Set(games.map(({ game }) => game.outcome.by))].sort()
  return {
    kind,
    n,
    firstSeat: figure(games.filter(({ game }) => game.outcome.winner === 0).length, n),
    endings: endings.map((by) => ({
      by: by as NonNullable<Statistics['endings']>[number]['by'],
      ...figure(games.filter(({ game }) => game.outcome.by === by).length, n),
    })),
    length: {
      mean: Number((lengths.reduce((sum, one) => sum + one, 0) / n).toFixed(1)),
      median: lengths[Math.ceil(n / 2) - 1]!,
      steps: [...steps].map(([from, games]) => ({ from, games })),
    },
    wonders: things('wonders', true),
    tokens: things('tokens', false),
    ...(kind.includes('agora') && { decrees: things('decrees', false), conspiracies: things('conspiracies', true) }),
    ...(kind.includes('pantheon') && { divinities: things('divinities', false) }),
  }
}

/** The same of four open wonders. */
export function countDraft(
  lines: readonly ReadLine[],
  kind: GameKind,
  open: string[],
  query: StatisticsQuery,
): DraftStatistics {
  const drafts = asked(lines, kind, query)
    .flatMap((line) => line.drafts)
    .filter((draft) => draft.open.every((wonder) => open.includes(wonder)))
  const n = drafts.length
  if (n < 30) return { kind, n }
  const of = (id: string) => drafts.filter(({ first }) => first === id)
  return {
    kind,
    n,
    wonders: open.map((id) => ({
      id,
      taken: figure(of(id).length, n),
      won: figure(of(id).filter(({ won }) => won).length, of(id).length),
    })),
  }
}
