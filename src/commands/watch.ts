import type { ServerEvent } from '../protocol/index.ts'

/** What begins to send events: the answer that says what is so now, and what ends the events. */
export type BeginWatch<Event extends ServerEvent, Body extends object> = (push: (event: Event) => void) => Promise<{
  answer: Body
  stop: () => void | Promise<void>
}>

/** Something that a connection watches. Its events are held back while an answer must be sent first. */
export class Watch<Event extends ServerEvent = ServerEvent> {
  readonly #send: (event: Event) => void
  readonly #held: Event[] = []
  /** How many answers the events wait for: at first, that to the request which began the watch. */
  #answers = 1
  #stopped = false
  #end: (() => void | Promise<void>) | null = null

  constructor(send: (event: Event) => void) {
    this.#send = send
  }

  /** The answer from which the events go on. To be called once. @throws as the function that begins the watch. */
  async begin<Body extends object>(begin: BeginWatch<Event, Body>): Promise<Body> {
    const { answer, stop } = await begin((event) => this.#push(event))
    this.#end = stop
    if (this.#stopped) await this.stop()
    return answer
  }

  #push(event: Event): void {
    if (this.#stopped) return
    if (this.#answers > 0) this.#held.push(event)
    else this.#send(event)
  }

  /** Holds all events back until `release`. */
  hold(): void {
    this.#answers += 1
  }

  /** An answer is on its way. After the last one, the events that were held back are sent, and all others at once. */
  release(): void {
    this.#answers -= 1
    if (this.#answers === 0) for (const event of this.#held.splice(0)) this.#push(event)
  }

  /**
   * Takes an event that is held back, for an answer that has it instead. The events before it are sent. Undefined: it is
   * not there, as it was sent before, or is still to come.
   */
  take<Wanted extends Event>(isWanted: (event: Event) => event is Wanted): Wanted | undefined {
    const wanted = this.#stopped ? undefined : this.#held.find(isWanted)
    if (!wanted) return undefined
    for (const event of this.#held.splice(0, this.#held.indexOf(wanted) + 1)) if (event !== wanted) this.#send(event)
    return wanted
  }

  /** Sends nothing more, and ends the watch: at once, or as soon as it has begun. */
  async stop(): Promise<void> {
    this.#stopped = true
    const end = this.#end
    this.#end = null
    await end?.()
  }
}
