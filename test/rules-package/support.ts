import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtSdk } from '../support/build.ts'
import { endWithUs } from '../support/child.ts'
import { Project } from '../support/installed.ts'

/** An answer of a runner. */
export type Answer = Record<string, unknown> & {
  id: string | number | null
  ok: boolean
  error?: { code: string; message: string }
}

/** A project of someone who has installed the package of the rules, and the path of its runner. */
export async function projectWithRunner(): Promise<{ project: Project; runner: string }> {
  const project = await Project.open()
  const installed = await project.install('@curia/rules', join(await builtSdk(), 'curia-rules.tgz'))
  return { project, runner: join(installed, 'dist/runner.js') }
}

/** A runner in a process of its own. */
export class RunnerProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  #asked = 0

  constructor(runner: string, ...args: string[]) {
    this.#child = spawn(process.execPath, [runner, ...args])
    endWithUs(this.#child)
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  write(input: string | Uint8Array): void {
    this.#child.stdin.write(input)
  }

  /** The next answer, as the text of its line. @throws Error if the runner has ended. */
  async line(): Promise<string> {
    const next = await this.#lines.next()
    if (next.done) throw new Error('the runner has ended')
    return next.value
  }

  async read(): Promise<Answer> {
    return JSON.parse(await this.line()) as Answer
  }

  /** Sends a request. Returns its answer, with the same id. */
  async ask(command: string, fields: object = {}): Promise<Answer> {
    const id = ++this.#asked
    this.write(`${JSON.stringify({ id, command, ...fields })}\n`)
    const answer = await this.read()
    if (answer.id !== id) throw new Error(`the answer to ${id} has the id ${answer.id}`)
    return answer
  }

  /** Ends its input. Returns its exit code, and the answers that were not read. */
  async end(): Promise<{ code: number | null; rest: Answer[] }> {
    const ended = new Promise<number | null>((resolve) => this.#child.once('close', resolve))
    this.#child.stdin.end()
    const rest: Answer[] = []
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) {
      rest.push(JSON.parse(next.value) as Answer)
    }
    return { code: await ended, rest }
  }
}
