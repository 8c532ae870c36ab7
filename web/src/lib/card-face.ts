import type { Catalogue } from './catalogue.ts'
import type { Glyph } from './glyphs.ts'
import { briefly, glyphsOfBuilding, glyphsOfSenator, spanOf } from './glyphs.ts'
import { displayWidthOf, fittingName, lineSize } from './text-width.ts'

// How the face of a card is drawn in the room that there is. Pure arithmetic; sizes are in CSS pixels.

/** `full` has a name, `narrow` has none, and `flat` has its cost next to its effect. */
export type FaceForm = 'full' | 'narrow' | 'flat'

export interface Face {
  form: FaceForm
  /** The kind of the card, which is the colour of its band. */
  color: string
  glyphs: Glyph[]
  /** The symbol that makes it free: of a chain, or of a mythology. */
  needs: string | undefined
  name: Label | null
  /** Heights: of the band, of a symbol in it, of a symbol of the cost, and of the badges of chains. */
  band: number
  effect: number
  cost: number
  badge: number
}

/** From this width on a card has its name. */
const LEAST_NAMED = 86
/** A digit of an effect has 0.92 of its symbol. */
const LEAST_EFFECT = 1.09
/** Letters of a flat face stand closer together. */
const LEAST_FLAT_NAME = 11.3
/** Below these a card has its flat face. */
const FLAT = { crown: 66, share: 0.62 }

export function faceOf(
  catalogue: Catalogue,
  id: string,
  name: string,
  { width, crown, font }: { width: number; crown: number; font: number },
): Face {
  const building = catalogue.buildings.get(id)
  const senator = catalogue.senators.get(id)
  const printed = building ? glyphsOfBuilding(building) : senator ? glyphsOfSenator(senator) : []
  const needs = building?.freeWith ?? building?.freeWithMythology
  const flat = crown < FLAT.crown && crown < FLAT.share * width
  const named = width >= LEAST_NAMED && (!flat || crown >= 46)
  const largest = font * 0.86
  const label = !named
    ? null
    : flat
      ? flatLabel(name, width - 4, largest)
      : labelOf(name, { width: width - 8, largest, height: crown * bandShare(crown) - 1.2 * LEAST_EFFECT * font })
  const form: FaceForm = flat ? 'flat' : label ? 'full' : 'narrow'
  // The mythology of a Grand Temple is its badge.
  const all = flat
    ? printed
    : printed.filter((glyph) => glyph.kind !== 'icon' || glyph.icon !== building?.freeWithMythology)
  const glyphs = form === 'full' ? all : briefly(all)
  const badges = [needs !== undefined && !flat, building?.givesChain !== undefined].filter(Boolean).length
  const badge = form === 'full' ? Math.max(18, font * 1.15) : 16

  const band = flat ? crown : crown * (form === 'narrow' ? (badges > 0 ? 0.64 : 0.5) : bandShare(crown))
  /** The room for the effect. */
  const across = flat ? width * 0.44 - 2 : width - (form === 'full' ? 6 + badges * (badge + 3) : 4)
  const down = band - (label?.height ?? 0) - (form === 'narrow' && badges > 0 ? badge * 0.5 : 0)
  const span = spanOf(glyphs, form !== 'full')
  const lines = flat && span > 1.4 ? 2 : 1
  const effect = Math.min(
    font * (form === 'full' ? 1.75 : 1.36),
    (down - 2) / lines / 1.2,
    (across * lines) / Math.max(span, lines),
  )

  const items = costItems(building, form === 'full' ? { one: 1.16, several: 1.62 } : { one: 1.02, several: 1.48 })
  const costRoom = {
    width: flat ? width * 0.56 - 3 : width - 4,
    height: crown - (flat ? (label?.height ?? 0) : band) - 1,
  }
  const largestCost = Math.min(font * 1.36, costRoom.height - 1)
  const oneLine =
    costRoom.width /
    Math.max(
      1.3,
      items.reduce((sum, item) => sum + item, 0),
    )
  const twoLines = Math.min(costRoom.height / 2.06, costRoom.width / Math.max(1.3, widestHalf(items)))
  const cost = Math.min(largestCost, Math.max(oneLine, twoLines))
  return {
    form,
    color: building?.color ?? senator?.type ?? 'politician',
    glyphs,
    needs,
    name: label,
    band,
    // Neither is smaller than can be read, even where they touch what is next to them.
    effect: Math.max(effect, font * LEAST_EFFECT),
    cost: Math.max(cost, font),
    badge,
  }
}

/** How much of its crown the band of a card with a name has. */
const bandShare = (crown: number): number => (crown < 84 ? 0.64 : 0.58)

interface Label {
  size: number
  height: number
}
const LEAST_LABEL = 18

/** A name in one line or two, with what it leaves to the effect; null if it has no room. */
function labelOf(name: string, room: Parameters<typeof fittingName>[1]): Label | null {
  const fitting = fittingName(name, room)
  if (!fitting) return null
  const { size, lines } = fitting
  return { size, height: lines === 1 ? Math.max(LEAST_LABEL, size * 1.4) : size * 2.2 }
}

/** A flat face has one line for the name, or none. */
function flatLabel(name: string, width: number, largest: number): Label | null {
  if (displayWidthOf(name) * LEAST_FLAT_NAME > width) return null
  const size = lineSize(name, width, largest)
  return { size, height: Math.max(LEAST_LABEL, size * 1.4) }
}

/** How wide each part of a cost is, in symbols. */
function costItems(
  building: ReturnType<Catalogue['buildings']['get']>,
  { one, several }: { one: number; several: number },
): number[] {
  if (!building) return []
  const { coins, ...resources } = building.cost
  return [
    ...(coins ? [1.36] : []),
    ...Object.values(resources).flatMap((units) => (units ? [units > 1 ? several : one] : [])),
  ]
}

/** The width of the wider line, when parts are in two lines of about the same width. */
function widestHalf(items: readonly number[]): number {
  const whole = items.reduce((sum, item) => sum + item, 0)
  let best = whole
  for (let cut = 1, first = 0; cut < items.length; cut += 1) {
    first += items[cut - 1]!
    best = Math.min(best, Math.max(first, whole - first))
  }
  return best
}
