import type { Motion } from '../../lib/choreographies.ts'
import { painted } from '../../lib/painted.ts'
import type { MatchEvent } from '../../lib/steps.ts'
import { chamberOf, cityOf, find, findAll, pile, purseOf, slotOf } from './places.ts'
import type { Frame } from './stage.ts'
import { animate, fly, pictureOf, untilEnded } from './stage.ts'
import { curve, lasting, paced } from './tokens.ts'

// How each kind of motion is done. All places are given or measured before anything moves.

/** One event as it is shown: where what it is about lay, and where it lies. */
export interface Scene {
  event: MatchEvent
  /** Where it lay; undefined if that was not on the table. */
  from: DOMRect | undefined
  to: HTMLElement | null
  /** How it looked there; undefined where that is not shown once more. */
  picture?: HTMLElement | undefined
  /** Where it lies now, measured before anything moves. */
  at: DOMRect | undefined
  /** When it begins, ms. */
  delay: number
  /** The other player did it: they are seen to. */
  theirs: boolean
}

/** So many coins fly at most, and one so long after the other (ms). */
const MOST_COINS = 5
const COIN_APART = 40
/** Cards that turn up, niches and dealt cards begin one after the other, ms. */
export const TURN_APART = 70
const NICHE_APART = 80
const DEAL_APART = 30
/** How high a card flies on its way, px. */
const ARC = 24
const RISE = 10
/** A picture is no larger than this many times what it comes from: else it only fades in. */
const LARGEST = 2

const centre = (rect: DOMRect): [number, number] => [rect.left + rect.width / 2, rect.top + rect.height / 2]
const way = (from: DOMRect, to: DOMRect): [number, number] => {
  const [[x, y], [toX, toY]] = [centre(from), centre(to)]
  return [x - toX, y - toY]
}
const isThere = (rect: DOMRect | undefined): rect is DOMRect => rect !== undefined && rect.width > 0

/** Lets something come from where it lay: it rises, goes on a slight arc, and lands. */
function come({ from, at, to, delay }: Scene): Animation | null {
  if (!to || !isThere(from) || !isThere(at)) return null
  if (at.width > LARGEST * from.width)
    return animate(to, [{ opacity: 0.4 }, { opacity: 1 }], { duration: lasting('step'), delay })
  const [dx, dy] = way(from, at)
  const size = from.width / at.width
  const easing = curve('in-out')
  const frames: Frame[] = [
    { translate: `${dx}px ${dy}px`, scale: `${size}`, offset: 0, easing: curve('out') },
    { translate: `${dx}px ${dy - RISE}px`, scale: `${size}`, offset: 0.16, easing },
    { translate: `${dx * 0.45}px ${dy * 0.45 - ARC}px`, scale: `${(size + 1.06) / 2}`, offset: 0.5, easing },
    { translate: '0 0', scale: '1.06', offset: 0.8, easing: curve('drop') },
    { translate: '0 0', scale: '1', offset: 1 },
  ]
  const animation = animate(to, frames, { duration: lasting('fly') + paced(200), delay })
  raise(to, animation)
  return animation
}

/** Above all else on its way. It is no part of the motion: that would be drawn by the page, not by the compositor. */
function raise(element: HTMLElement, animation: Animation): void {
  const raised = withPartsAround(element)
  for (const part of raised) part.dataset.moving = ''
  const arrive = (): void => {
    for (const part of raised) delete part.dataset.moving
  }
  animation.finished.then(arrive, arrive)
}

/** An element with all parts of the table around it that are drawn apart, or cut off what is in them. */
function withPartsAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('.panel, .apart, .clips')
  if (!around) return [element]
  // A part that can be scrolled would jump if it ceased to cut off.
  const scrolls = around.matches('.clips') && around.scrollHeight > around.clientHeight
  return scrolls ? [element] : [element, ...withPartsAround(around)]
}

/** Before the other player's card goes, it glows where it lay, in their colour. */
function glow({ from, event, theirs, delay }: Scene): number {
  if (!theirs || !isThere(from)) return delay
  const duration = paced(GLOW_MS)
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }]
  fly(pictureOf('glow', event.seat), from, frames, { duration, delay })
  return delay + duration
}
const GLOW_MS = 250

const cardOf = ({ picture }: Scene): HTMLElement => picture ?? pictureOf('card-picture')

/** Coins go from one place to another. */
function coins(count: number, from: DOMRect | undefined, to: DOMRect | undefined, delay: number): Animation | null {
  if (!isThere(from) || !isThere(to)) return null
  const [x, y] = centre(from)
  const [toX, toY] = centre(to)
  let last: Animation | null = null
  for (let index = 0; index < Math.min(count, MOST_COINS); index += 1) {
    const start = new DOMRect(x - COIN / 2, y - COIN / 2, COIN, COIN)
    const frames = [
      { translate: '0 0', opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { opacity: 1, offset: 0.8 },
      { translate: `${toX - x}px ${toY - y}px`, opacity: 0 },
    ]
    last = fly(pictureOf('coin-picture'), start, frames, {
      duration: lasting('step'),
      delay: delay + index * paced(COIN_APART),
      easing: curve('in-out'),
    })
  }
  return last
}
/** The size of a coin that flies, px. */
const COIN = 18

/** The bank lies beyond the upper edge, above the middle of the table. */
const bank = (): DOMRect => new DOMRect(innerWidth / 2, -COIN, COIN, COIN)
const rectOf = (element: Element | null): DOMRect | undefined => element?.getBoundingClientRect()

function paid({ event }: Scene): number {
  const price = event.price as { total?: number } | undefined
  return Number(price?.total ?? event.coins ?? 0)
}

function turnOver(element: HTMLElement | null, delay: number): Animation | null {
  if (!element) return null
  const frames = [
    { transform: 'perspective(600px) rotateY(90deg) translateY(-6px)' },
    { transform: 'perspective(600px) rotateY(0) translateY(0)' },
  ]
  return animate(element, frames, { duration: lasting('step'), delay, easing: curve('out') })
}

/** A picture that lies over a part of the table for a moment. */
function over(
  name: string,
  element: HTMLElement | null,
  frames: Frame[],
  options: KeyframeAnimationOptions,
  seat?: unknown,
): Animation | null {
  const rect = rectOf(element)
  return isThere(rect) ? fly(pictureOf(name, seat), rect, frames, options) : null
}

/** A line that is drawn from the left, and fades. */
const DRAWN: Frame[] = [
  { transform: 'scaleX(0)', opacity: 1 },
  { transform: 'scaleX(1)', opacity: 1, offset: 0.7 },
  { transform: 'scaleX(1)', opacity: 0 },
]

/** How each motion is done; returns the last of its animations, null where there is nothing to be seen. */
export const MOVERS: Readonly<Record<Motion, (scene: Scene) => Animation | null>> = {
  take: (scene) => {
    const delay = glow(scene)
    const price = paid(scene)
    if (price > 0) coins(price, rectOf(purseOf(scene.event.seat)), bank(), delay)
    return come({ ...scene, delay })
  },
  discard: (scene) => {
    const delay = glow(scene)
    if (!isThere(scene.from)) return null
    const to = rectOf(pile())
    if (!isThere(to)) return null
    const [dx, dy] = way(to, scene.from)
    const frames = [
      { transform: 'translate(0, 0) rotateY(0)', opacity: 1 },
      { transform: `translate(${dx * 0.4}px, ${dy * 0.4 - ARC}px) rotateY(90deg)`, opacity: 1, offset: 0.45 },
      { transform: `translate(${dx}px, ${dy}px) rotateY(180deg) scale(0.4)`, opacity: 0.2 },
    ]
    const duration = lasting('fly') + paced(100)
    return fly(cardOf(scene), scene.from, frames, { duration, delay, easing: curve('in-out') })
  },
  build: (scene) => {
    const delay = glow(scene)
    const price = paid(scene)
    if (price > 0) coins(price, rectOf(purseOf(scene.event.seat)), bank(), delay)
    const { from, at, to } = scene
    if (!to || !isThere(at)) return null
    // The card slides under the tile from below; then the plan is drawn, and filled from the ground.
    if (isThere(from)) {
      const [dx, dy] = way(at, from)
      const frames = [
        { translate: '0 0', scale: '1', opacity: 1 },
        {
          translate: `${dx}px ${dy + at.height / 2}px`,
          scale: `${Math.min(1, at.width / from.width)}`,
          opacity: 1,
          offset: 0.8,
        },
        { translate: `${dx}px ${dy}px`, scale: '0.6', opacity: 0 },
      ]
      fly(cardOf(scene), from, frames, { duration: lasting('fly'), delay, easing: curve('in-out') })
    }
    const cover = [
      { transform: 'scaleY(1)', opacity: 1 },
      { transform: 'scaleY(1)', opacity: 0.7, offset: 0.35 },
      { transform: 'scaleY(0)', opacity: 0.7 },
    ]
    const filled = lasting('fly') + lasting('fall')
    over('plan', to, cover, { duration: filled, delay: delay + lasting('step'), easing: curve('in-out') })
    return animate(to, [{ scale: '1' }, { scale: '1.03' }, { scale: '1' }], {
      duration: lasting('step'),
      delay: delay + filled,
      easing: curve('drop'),
    })
  },
  move: (scene) => come({ ...scene, delay: glow(scene) }),
  'turn-up': ({ event, delay }) => {
    if (event.type === 'card-revealed') return turnOver(slotOf(event.slot), delay)
    if (event.type === 'divinity-placed') return turnOver(find(`[data-space="${String(event.space)}"]`), delay)
    const chamber = chamberOf(event.to ?? event.chamber)
    return turnOver(chamber?.querySelector<HTMLElement>('[data-from], .decree') ?? chamber, delay)
  },
  pay: ({ event, delay }) => coins(Number(event.coins), rectOf(purseOf(event.seat)), bank(), delay),
  earn: ({ event, delay }) => {
    const purse = purseOf(event.seat)
    const duration = lasting('step')
    if (purse)
      animate(purse, [{ scale: '1' }, { scale: '1.08' }, { scale: '1' }], {
        duration,
        delay: delay + duration,
        easing: curve('drop'),
      })
    return coins(Number(event.coins), bank(), rectOf(purse), delay)
  },
  march: ({ event, from, to, at, delay }) => {
    if (!to || !isThere(from) || !isThere(at)) return null
    const [dx, dy] = way(from, at)
    const steps = Math.max(1, Math.abs(Number(event.to) - Number(event.from)))
    const frames: Frame[] = []
    for (let step = 0; step <= steps; step += 1) {
      const left = 1 - step / steps
      frames.push({ translate: `${dx * left}px ${dy * left}px` })
      const between = left - 0.5 / steps
      if (step < steps) frames.push({ translate: `${dx * between}px ${dy * between - HOP}px` })
    }
    const animation = animate(to, frames, { duration: lasting('hop') * steps, delay })
    raise(to, animation)
    over(
      'dust',
      to,
      [
        { opacity: 0, scale: '0.6' },
        { opacity: 0.7, scale: '1' },
        { opacity: 0, scale: '1.4' },
      ],
      {
        duration: lasting('crack'),
        delay: delay + lasting('hop') * steps,
        easing: curve('out'),
      },
    )
    return animation
  },
  loot: ({ from, at, delay }) => {
    if (!isThere(from)) return null
    const [dx, dy] = isThere(at) ? way(at, from) : [0, ARC]
    const frames = [
      { transform: 'rotate(0)', opacity: 1 },
      { transform: 'translate(0, -6px) rotate(60deg)', opacity: 1, offset: 0.3 },
      { transform: `translate(${dx}px, ${dy}px) rotate(90deg) scale(0.6)`, opacity: 0.2 },
    ]
    const duration = lasting('fly') + paced(100)
    return fly(pictureOf('loot-picture'), from, frames, { duration, delay, easing: curve('in-out') })
  },
  drop: ({ event, delay }) => cube(event, event.chamber ?? event.to, ['0 -14px', '0 0'], delay),
  lift: ({ event, delay }) =>
    cube({ ...event, seat: event.owner ?? event.seat }, event.chamber, ['0 0', '0 -14px'], delay),
  control: ({ event, delay }) => {
    const duration = lasting('step') + paced(100)
    const options = { duration, delay, easing: curve('in-out') }
    return over('rim-picture', chamberOf(event.chamber), DRAWN, options, event.controller)
  },
  tear: ({ event, delay }) => {
    const slip = find(`[data-conspiracy="${String(event.conspiracy)}"]`)
    const frames = [
      { transform: 'translateX(-40%) scaleX(0.1)', opacity: 0.4 },
      { transform: 'none', opacity: 1 },
    ]
    return slip && animate(slip, frames, { duration: lasting('fly'), delay, easing: curve('out') })
  },
  'open-pantheon': ({ delay }) => {
    const niches = findAll('[data-region="pantheon"] [data-space]')
    let last: Animation | null = null
    for (const [index, niche] of niches.entries()) last = turnOver(niche, delay + index * paced(NICHE_APART))
    return last
  },
  'next-turn': ({ event, delay }) => {
    if (event.extra === true) {
      const plate = cityOf(event.seat)?.querySelector<HTMLElement>('h2') ?? cityOf(event.seat)
      const frames = [
        { rotate: '0deg', opacity: 1 },
        { rotate: '360deg', opacity: 1, offset: 0.8 },
        { rotate: '360deg', opacity: 0 },
      ]
      const options = { duration: paced(400), delay, easing: curve('in-out') }
      return over('again-picture', plate, frames, options, event.seat)
    }
    if (find('.table')?.dataset.state !== 'yours') return null
    const duration = paced(300)
    over('lamp-picture', find('.table'), [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], { duration, delay })
    return over('border-picture', find('[data-region="dock"]'), DRAWN, { duration, delay, easing: curve('out') })
  },
  deal: ({ delay }) => {
    void dealCards(delay)
    return null
  },
  none: () => null,
}

/** How high the pawn hops, px. */
const HOP = 5

function cube(event: MatchEvent, chamber: unknown, [from, to]: [string, string], delay: number): Animation | null {
  const rect = rectOf(chamberOf(chamber))
  if (!isThere(rect)) return null
  const [x, y] = centre(rect)
  const appears = from !== '0 0'
  const frames = [
    { translate: from, opacity: appears ? 0 : 1 },
    { translate: to, opacity: 1, offset: 0.6 },
    { translate: to, opacity: 0 },
  ]
  const place = new DOMRect(x - COIN / 2, y - COIN / 2, COIN, COIN)
  const options = { duration: lasting('fly'), delay, easing: curve('out') }
  return fly(pictureOf('cube-picture', event.seat), place, frames, options)
}

/** So many frames at most until all rows of an age are there. */
const MOST_FRAMES = 20

/** The cards of an age come from the bar, the far row first, as the rows are drawn. */
async function dealCards(delay: number): Promise<void> {
  const goesOn = untilEnded()
  const seen = new Set<HTMLElement>()
  for (let frame = 0; frame < MOST_FRAMES && goesOn(); frame += 1) {
    const fresh = findAll('[data-region="structure"] [data-slot]').filter((card) => !seen.has(card))
    const places = fresh.map((card) => card.getBoundingClientRect())
    for (const [index, card] of fresh.entries()) {
      const { top } = places[index]!
      animate(
        card,
        [
          { translate: `0 ${-top}px`, opacity: 0 },
          { translate: '0 0', opacity: 1 },
        ],
        {
          duration: lasting('step'),
          delay: delay + (seen.size + index) * paced(DEAL_APART) * 0.5,
          easing: curve('out'),
        },
      )
    }
    for (const card of fresh) seen.add(card)
    await painted()
  }
}

/** Without motion, both ends of what an event did fade in. */
export const fadeIn = (element: HTMLElement): Animation =>
  animate(element, [{ opacity: 0.2 }, { opacity: 1 }], { duration: lasting('fade') })
