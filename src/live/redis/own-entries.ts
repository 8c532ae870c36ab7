import type { EntryContent } from './log.ts'

/**
 * The entries that this node has sent last, by match. When one is published, its text shows that it is the same: so it
 * need not be parsed.
 */
export class OwnEntries {
  readonly #sent = new Map<string, { text: string; content: EntryContent }>()

  send(match: string, text: string, content: EntryContent): void {
    this.#sent.set(match, { text, content })
  }

  /** The entry that has this text, if this node has sent it. It is forgotten. */
  take(match: string, text: string): EntryContent | undefined {
    const sent = this.#sent.get(match)
    if (sent?.text !== text) return undefined
    this.#sent.delete(match)
    return sent.content
  }

  forget(match: string): void {
    this.#sent.delete(match)
  }
}
