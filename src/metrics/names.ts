declare const NAME: unique symbol

/** A value of a label that no list has: the code of the server has named it at the start. */
export type Name = string & { readonly [NAME]: true }

/** What the code of the server names while it starts, such as the patterns of its routes. */
export class Names {
  readonly #names: Set<string>

  constructor(names: Iterable<string> = []) {
    this.#names = new Set(names)
  }

  /** To be called while the server starts, with nothing that comes from a client. */
  add(name: string): Name {
    this.#names.add(name)
    return name as Name
  }

  /** A text that was named, and `other` for any other one. */
  of(text: string): Name {
    return (this.#names.has(text) ? text : 'other') as Name
  }
}
