import { DEFAULT_GAME_OPTIONS, matchOptions } from '../protocol/index.ts'
import { catalogue } from '../rules/index.ts'
import { COLOURS } from './colours.ts'
import { written } from './drawing.ts'
import type { Lying } from './structure.ts'
import { structure } from './structure.ts'
import { symbol } from './symbols.ts'
import { table } from './table.ts'

/** What the picture of an invitation says. */
export interface Invited {
  title: string
  game: string
  clock: string
  rated: string
}

const BOX = catalogue(matchOptions('base', DEFAULT_GAME_OPTIONS))
const BUILDINGS = new Map<string, (typeof BOX.buildings)[number]>(
  BOX.buildings.map((building) => [building.id, building]),
)

/** A structure of the first age, row by row from the far end. It is always the same, and never what will be dealt. */
const DEALT = [
  'quarry',
  'theater',
  '',
  '',
  '',
  'stable',
  'press',
  'workshop',
  'clay-pool',
  '',
  '',
  '',
  '',
  '',
  'tavern',
  'baths',
  'pharmacist',
  'guard-tower',
  'lumber-yard',
  'wood-reserve',
]
const CARDS: Readonly<Record<string, Lying>> = Object.fromEntries(
  DEALT.map((card, slot) => [slot, { back: 'I', ...(card !== '' && { card }) }]),
)
const ROOM = { x: 640, y: 60, width: 520, height: 460 }
const [LEFT, WIDTH] = [60, 540]

const line = (name: string, text: string, y: number): string =>
  symbol(name, LEFT + 18, y - 10, 36, COLOURS.gold) +
  written(text, LEFT + 56, y, { size: 30, anchor: 'start', width: WIDTH - 56 })

/** A picture of an invitation as SVG: who invites to what, and what one can do about it. */
export const invitationPicture = ({ title, game, clock, rated }: Invited): string =>
  table(
    written(title, LEFT, 150, { size: 56, anchor: 'start', width: WIDTH }),
    line('wonder', game, 240),
    line('clock', clock, 300),
    line('rated', rated, 360),
    `<rect x="${LEFT}" y="410" width="400" height="92" rx="20" fill="${COLOURS.act}"/>`,
    written('Sit down', LEFT + 200, 470, { size: 40, fill: COLOURS.onAct }),
    structure({ cards: CARDS, places: BOX.layouts[1], buildingOf: (card) => BUILDINGS.get(card) }, ROOM),
  )
