/** Runs a task, which must not fail, for each item: at most `atOnce` at the same time. */
export async function forEach<T>(items: readonly T[], atOnce: number, task: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const work = async (): Promise<void> => {
    for (const item of rest) await task(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}

/** The tasks that are under way, so that an owner that closes can wait for them. */
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

  /** Resolves when no task is under way. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
