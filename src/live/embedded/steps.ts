/** Does one thing after the other, each whole before the next begins. */
export class Steps {
  #last: Promise<unknown> = Promise.resolve()

  do<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(step)
    this.#last = done.catch(() => undefined)
    return done
  }
}
