/** The longest line that the runner reads, in UTF-16 code units: a request with all actions of a game has a tenth. */
export const MOST_LINE_LENGTH = 65_536

/** Cuts text that arrives in pieces into lines. Null stands for a line that is too long, of which nothing is kept. */
export class Lines {
  #begun = ''
  #tooLong = false

  /** The lines that end in a piece. */
  add(piece: string): (string | null)[] {
    const lines: (string | null)[] = []
    let from = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece, from, end)
      lines.push(this.#take())
      from = end + 1
    }
    this.#keep(piece, from, piece.length)
    return lines
  }

  /** The last line, if no line break ended it. */
  end(): (string | null)[] {
    return this.#tooLong || this.#begun !== '' ? [this.#take()] : []
  }

  #keep(piece: string, from: number, to: number): void {
    this.#tooLong ||= this.#begun.length + to - from > MOST_LINE_LENGTH
    this.#begun = this.#tooLong ? '' : this.#begun + piece.slice(from, to)
  }

  #take(): string | null {
    const line = this.#tooLong ? null : this.#begun
    this.#begun = ''
    this.#tooLong = false
    return line
  }
}
