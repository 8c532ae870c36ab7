import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'

/** At most: most characters take one byte. */
const BYTES_PER_CHARACTER = 2

/**
 * The texts of answers that are the same for everybody who asks. Who asks while one is made gets the same one. One that
 * could not be made is made for the next who asks.
 */
export class Answers {
  readonly #kept: LRUCache<string, string>
  /** Those that requests in progress wait for. */
  readonly #making = new Map<string, Promise<string>>()

  /**
   * @param bounds.bytes how much is kept: the least recently used answers give way.
   * @param bounds.ms how long an answer is kept, from when its making began.
   */
  constructor({ bytes, ms }: { bytes: number; ms: number }) {
    this.#kept = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (text, key) => BYTES_PER_CHARACTER * (text.length + key.length),
      ttl: ms,
    })
  }

  /** The answer with this key, made if it is not kept. @throws what `make` throws. */
  async of(key: string, make: () => Promise<string>): Promise<string> {
    return this.#kept.get(key) ?? this.#making.get(key) ?? this.#make(key, make)
  }

  async #make(key: string, make: () => Promise<string>): Promise<string> {
    const start = performance.now()
    const making = make()
    this.#making.set(key, making)
    try {
      const text = await making
      this.#kept.set(key, text, { start })
      return text
    } finally {
      this.#making.delete(key)
    }
  }
}

/** An answer as its text, checked against the declaration of its route. */
export const textOf = (reply: FastifyReply, answer: unknown): string => reply.serialize(answer) as string

/** Sends a text that `textOf` has made. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text)
