import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SelfPlayGame } from './record.ts'

/** The games of a round in a file, one on each line, as soon as they have ended: so a round can be interrupted. */
export class Records {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
  }

  /** What has been played so far. A line that was cut off does not count. */
  *games(): Generator<SelfPlayGame> {
    if (!existsSync(this.#path)) return
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) {
      if (line.endsWith('}')) yield JSON.parse(line) as SelfPlayGame
    }
  }

  add(game: SelfPlayGame): void {
    appendFileSync(this.#path, `\n${JSON.stringify(game)}`)
  }
}
