// What runs on the table at this moment. Motion only follows what is shown already: what the player does next ends it.

const running = new Set<Animation>()
let layer: HTMLElement | null = null

/** Pictures that fly lie in a layer of their own, which takes no room and no clicks. */
function layerOf(): HTMLElement {
  if (layer?.isConnected) return layer
  layer = document.createElement('div')
  layer.className = 'flights'
  layer.setAttribute('aria-hidden', 'true')
  layer.inert = true
  document.body.append(layer)
  return layer
}

/** Animates nothing but transforms and opacities. */
export type Frame = Partial<Record<Changed | 'offset' | 'easing', string | number>>
type Changed = 'transform' | 'opacity' | 'translate' | 'scale' | 'rotate'

/** Runs an animation, until it is over or the player goes on. */
export function animate(element: Element, frames: Frame[], options: KeyframeAnimationOptions): Animation {
  const animation = element.animate(frames as Keyframe[], { fill: 'backwards', ...options })
  running.add(animation)
  const over = (): void => void running.delete(animation)
  animation.finished.then(over, over)
  return animation
}

/** A picture in the layer, at a place of the screen; it is gone when its animation is over. */
export function fly(picture: HTMLElement, at: DOMRect, frames: Frame[], options: KeyframeAnimationOptions): Animation {
  picture.style.left = `${at.left}px`
  picture.style.top = `${at.top}px`
  picture.style.width = `${at.width}px`
  picture.style.height = `${at.height}px`
  layerOf().append(picture)
  const animation = animate(picture, frames, options)
  const remove = (): void => picture.remove()
  animation.finished.then(remove, remove)
  return animation
}

/** A picture that consists of a class of the style sheet alone. */
export function pictureOf(name: string, seat?: unknown): HTMLElement {
  const picture = document.createElement('i')
  picture.className = name
  if (seat === 0 || seat === 1) picture.dataset.by = String(seat)
  return picture
}

/** A picture that looks like something that is about to leave the table. Nothing finds it by what it was. */
export function pictureLike(element: HTMLElement): HTMLElement {
  const picture = document.createElement('i')
  picture.className = 'copy'
  const copy = element.cloneNode(true) as HTMLElement
  for (const part of [copy, ...copy.querySelectorAll('*')])
    for (const { name } of [...part.attributes]) if (UNLIKE.test(name)) part.removeAttribute(name)
  copy.removeAttribute('style')
  copy.classList.remove(...OF_ITS_PLACE)
  picture.style.fontSize = getComputedStyle(element).fontSize
  picture.append(copy)
  return picture
}
/** What is said of a thing where it lies. */
const OF_ITS_PLACE = ['open', 'picked', 'uncovered', 'accessible', 'sending']
const UNLIKE = /^(data-|aria-|id$|tabindex$|role$)/

/** How often all motion was ended. */
let endings = 0

/** Ends whatever moves, and what would follow it: everything is where it belongs. */
export function endMotion(): void {
  endings += 1
  for (const animation of [...running]) animation.finish()
  running.clear()
  layer?.replaceChildren()
}

/** Tells whether nothing has ended the motion since this call. What moves in several parts asks before each. */
export function untilEnded(): () => boolean {
  const before = endings
  return () => endings === before
}

const PRESSABLE = 'button, a'
/** What lay under the last press once nothing moved. */
let meant: HTMLElement | null = null

function press({ clientX, clientY }: PointerEvent): void {
  endMotion()
  meant = pressableAt(clientX, clientY)
}

/** Where something moves while it is pressed, the browser clicks on what is around all that the pointer has met. */
function click(event: MouseEvent): void {
  endMotion()
  const to = meant
  meant = null
  if (!to || to.contains(event.target as Node) || to !== pressableAt(event.clientX, event.clientY)) return
  event.stopImmediatePropagation()
  event.preventDefault()
  to.click()
}

const pressableAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>(PRESSABLE) ?? null

/** A press or a key ends what moves. It does what it does all the same, also where a card was still on its way. */
export function endMotionWithInput(): void {
  addEventListener('pointerdown', press, { capture: true, passive: true })
  addEventListener('click', click, { capture: true })
  addEventListener('keydown', endMotion, { capture: true, passive: true })
}
