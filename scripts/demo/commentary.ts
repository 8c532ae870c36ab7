import type { MatchEvent, Seat, Snapshot } from '../../client/src/index.ts'

const SMALL = ['of', 'the']

/** `temple-of-artemis` as people write it. */
export const title = (id: string): string =>
  id
    .split('-')
    .map((word, index) =>
      index > 0 && SMALL.includes(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    )
    .join(' ')

const list = (ids: readonly string[]): string => ids.map(title).join(', ')
const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`)
const coins = (count: number): string => counted(count, 'coin')
interface Paid {
  total: number
  chain?: string
  chainToken?: string
  engineering?: boolean
}
const price = ({ total, chain, chainToken, engineering }: Paid): string => {
  const cost = total === 0 ? 'for free' : `for ${coins(total)}`
  const through = chain ? title(chain) : chainToken ? 'a Mythology token' : engineering ? 'Engineering' : undefined
  return through === undefined ? cost : `${cost}, through ${through}`
}
/** `offerings` as an activation names them: `none`, or the discounts of the Offering tokens that are spent. */
const spent = (offerings = 'none'): string =>
  offerings === 'none' ? '' : `, with Offering tokens of ${offerings.replaceAll('-', ' and ')}`
const outOf = (origin: string): string => (origin === 'structure' ? '' : `, out of the ${origin}`)
const AGES = ['', 'I', 'II', 'III']

/** What happened, in a line of plain English; null where the line would say nothing new. */
export function describe(event: MatchEvent, { players, board }: Snapshot): string | null {
  const name = (seat: Seat): string => players[seat]?.name ?? `Seat ${seat}`
  const who = 'seat' in event ? name(event.seat) : ''
  const rival = 'seat' in event ? name(event.seat === 0 ? 1 : 0) : ''
  switch (event.type) {
    case 'wonder-drafted':
      return `${who} picks ${title(event.wonder)}.`
    case 'wonders-revealed':
      return `Four more wonders: ${list(event.wonders)}.`
    case 'age-began':
      return `--- Age ${AGES[event.age]} begins ---`
    case 'age-ended':
      return `--- Age ${AGES[event.age]} is over ---`
    case 'first-player-chosen':
      return `${name(event.by)} lets ${event.by === event.seat ? 'nobody else' : who} begin the age.`
    case 'turn-began':
      return event.extra ? `${who} plays again.` : null
    case 'card-revealed':
      return `${title(event.card)} is turned up.`
    case 'building-constructed':
      return `${who} builds ${title(event.building)} ${price(event.price)}${outOf(event.from)}.`
    case 'card-discarded':
      return `${who} discards ${title(event.card)}.`
    case 'wonder-constructed':
      return `${who} constructs ${title(event.wonder)} ${price(event.price)}, over ${title(event.card)}.`
    case 'wonder-removed':
      return `Seven wonders stand: ${title(event.wonder)}, of ${who}, goes back into the box.`
    case 'coins-gained':
      return `${who} gains ${coins(event.coins)} (${event.reason}).`
    case 'coins-lost':
      return `${who} loses ${coins(event.coins)} (${event.reason}).`
    case 'pawn-moved':
      return (
        `${who} pushes the conflict pawn from ${event.from} to ${event.to}` +
        `${Math.abs(event.to) === 9 ? `, into the capital of ${rival}` : ''}.`
      )
    case 'military-token-taken':
      return `The military token ${title(event.token)} is used against ${rival}.`
    case 'progress-token-taken':
      return `${who} takes the progress token ${title(event.token)}, from the ${event.from}.`
    case 'library-drawn':
      return `${who} draws ${event.tokens ? list(event.tokens) : `${event.count} progress tokens`} from the box.`
    case 'building-destroyed':
      return `${who} destroys ${title(event.building)} of ${rival}.`
    case 'step-skipped':
      return `${who} has nothing to choose (${event.step}).`
    case 'declined':
      return `${who} declines (${event.step}).`
    case 'match-ended': {
      const { winner, by } = event.result
      return winner === null
        ? `*** The game is over: both share the victory (${by}). ***`
        : `*** The game is over: ${name(winner)} wins (${by}). ***`
    }
    case 'senator-recruited':
      return `${who} recruits ${title(event.card)} ${price({ total: event.coins })}.`
    case 'influence-placed':
      return `${who} gains influence in chamber ${event.chamber}${cubes(board, event.chamber)}.`
    case 'influence-moved':
      return `${who} moves influence from chamber ${event.from} to chamber ${event.to}.`
    case 'influence-removed':
      return `${who} removes influence of ${name(event.owner)} from chamber ${event.chamber}.`
    case 'control-changed':
      return event.controller === null
        ? `Nobody controls chamber ${event.chamber} any more.`
        : `${name(event.controller)} controls chamber ${event.chamber} now.`
    case 'decree-revealed':
      return `The decree of chamber ${event.chamber} is turned up: ${title(event.decree)}.`
    case 'decree-moved':
      return (
        `${who} moves ${event.decree ? `the decree ${title(event.decree)}` : 'a decree'} ` +
        `from chamber ${event.from} to chamber ${event.to}.`
      )
    case 'conspiracies-drawn':
      return `${who} draws ${event.drawn ? list(event.drawn) : `${event.count} conspiracies`}.`
    case 'conspiracy-kept':
      return (
        `${who} keeps ${event.kept ? list(event.kept) : event.count === 1 ? 'one of them' : 'them'}` +
        `${event.other ? `; the other goes to the ${event.other} of the deck` : ''}.`
      )
    case 'conspiracy-prepared':
      return (
        `${who} prepares ${event.conspiracy ? `the conspiracy ${title(event.conspiracy)}` : 'a conspiracy'} ` +
        `with ${title(event.card)}.`
      )
    case 'conspiracy-triggered':
      return `${who} triggers the conspiracy ${title(event.conspiracy)}.`
    case 'building-taken':
      return `${who} takes ${title(event.building)} from ${rival}.`
    case 'buildings-swapped':
      return `${who} takes ${title(event.taken)} from ${rival} and gives ${title(event.given)} for it.`
    case 'wonder-taken':
      return `${who} takes ${title(event.wonder)} from ${rival}.`
    case 'wonder-destroyed':
      return `${who} destroys ${title(event.wonder)} of ${rival}; ${title(event.card)} lay under it.`
    case 'progress-token-locked':
      return `${who} locks ${event.token ? title(event.token) : 'a progress token'} away, from the ${event.from}.`
    case 'mythology-token-taken':
      return `${who} takes the ${title(event.mythology)} Mythology token.`
    case 'offering-token-taken':
      return `${who} takes the Offering token of ${coins(event.discount)}.`
    case 'token-discarded':
      return `The token ${title(event.token)} goes into the box.`
    case 'divinities-drawn':
      return `${who} draws ${event.drawn ? list(event.drawn) : `${event.count} ${title(event.mythology)} divinities`}.`
    case 'divinity-placed':
      return (
        `${who} lays ${event.divinity ? title(event.divinity) : `a ${title(event.mythology)} divinity`} ` +
        `on space ${event.space} of the Pantheon.`
      )
    case 'pantheon-revealed':
      return `The Pantheon is turned up: ${list(Object.values(event.spaces))}, and the Gate on space ${event.gate}.`
    case 'enki-revealed':
      return `On Enki lie ${list(event.tokens)}.`
    case 'enki-returned':
      return `${list(event.tokens)} go from Enki back into the box.`
    case 'divinity-activated':
      return (
        `${who} activates ${title(event.divinity)} ${price({ total: event.price?.total ?? 0 })}` +
        `${spent(event.offerings)}.`
      )
    case 'divinities-revealed':
      return `${title(event.by)} reveals ${list(event.divinities)}.`
    case 'divinities-returned':
      return event.top ? `${who} puts ${title(event.top)} on top of its deck.` : null
    case 'coins-stored':
      return `${coins(event.coins)} lie on a divinity of ${who} now.`
    case 'snake-placed':
      return `${who} lays the Snake token on ${title(event.building)}.`
    case 'snake-removed':
      return `The Snake token of ${who} leaves the game with ${title(event.building)}.`
    case 'minerva-placed':
      return `${who} puts the Minerva pawn on space ${event.position}.`
    case 'minerva-removed':
      return `The Minerva pawn stops the conflict pawn before space ${event.position}.`
    case 'military-token-discarded':
      return `${who} discards the military token ${title(event.token)}.`
    case 'wonder-undone':
      return `${who} undoes ${title(event.wonder)} of ${name(event.owner)}; ${title(event.card)} lay under it.`
    case 'resigned':
      return `${who} resigns.`
    case 'aborted':
      return `${who} aborts the match.`
    case 'annulled':
      return 'A moderator ends the match.'
    case 'draw-offered':
      return `${who} offers a draw.`
    case 'draw-accepted':
      return `${who} accepts the draw.`
    case 'draw-declined':
      return `${who} declines the draw.`
    case 'time-ran-out':
      return `The time of ${who} has run out.`
    case 'absence-claimed':
      return `${who} claims the win, because ${rival} is away.`
    case 'time-given':
      return `${who} gives ${rival} ${Math.round(event.ms / 1000)} seconds more.`
    case 'time-given-back':
      return `The server was down: ${Math.round(event.ms / 1000)} seconds are given back.`
  }
}

/** What lies on the table when the match begins. */
export function opening({ players, board }: Snapshot): string {
  const { draft, boardTokens, turnOf } = board!
  const wonders = draft ? ` The first wonders: ${list(Object.keys(draft))}.` : ''
  return `Progress tokens: ${list(Object.keys(boardTokens))}.${wonders} ${players[turnOf]?.name} begins.`
}

function cubes(board: Snapshot['board'], chamber: number): string {
  const counts = board?.senate?.[chamber]?.cubes
  return counts ? ` (${counts[0]} to ${counts[1]})` : ''
}

/** Where everybody stands, for the end of an age. */
export function standing({ players, board }: Snapshot): string {
  if (!board) return ''
  const cities = ([0, 1] as const).map((seat) => {
    const { coins: purse, buildings, wonders, tokens, divinities } = board.cities[seat]
    const has = [
      coins(purse),
      counted(Object.keys(buildings).length, 'building'),
      counted(Object.values(wonders).filter(({ under }) => under).length, 'wonder'),
      counted(Object.keys(tokens).length, 'progress token'),
      ...(divinities ? [counted(Object.keys(divinities).length, 'activation')] : []),
    ]
    return `${players[seat]?.name}: ${has.join(', ')}`
  })
  return `${cities.join('; ')}; pawn at ${board.pawn}.`
}

/** Points as a table: a row for each category, a column for each player. */
export function scoreTable({ players, scores }: Pick<Snapshot, 'players' | 'scores'>): string {
  const rows = Object.keys(scores![0]).map((category) => [
    category,
    ...([0, 1] as const).map((seat) => String(scores![seat][category as 'total'])),
  ])
  const table = [['', players[0]?.name ?? '', players[1]?.name ?? ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return table
    .map(([label, ...points]) =>
      [label!.padEnd(widths[0]!), ...points.map((text, index) => text.padStart(widths[index + 1]!))].join('  '),
    )
    .join('\n')
}
