/** Does something that does not fail for each, so many at a time. */
export async function forEach<T>(all: readonly T[], atOnce: number, task: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const work = async (): Promise<void> => {
    for (const one of rest) await task(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, work))
}

/** What is under way, so that it can be waited for. */
export class Tasks {
  readonly #underWay = new Set<Promise<void>>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  start(task: Promise<void>): void {
    const ended: Promise<void> = task.catch(this.#failed).finally(() => this.#underWay.delete(ended))
    this.#underWay.add(ended)
  }

  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
