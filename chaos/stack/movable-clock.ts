import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from './stack.ts'

/** The clock of some processes. */
export interface MovableClock {
  /** From now on it is so many seconds ahead of the clock of the machine, or behind it. */
  move(seconds: number): void
}

/** How long a clock stays where it was moved to, ms. */
const EACH_MS = 4_000
/** Where it is moved to, in turn, s. */
const OFFSETS = [3600, -3600, 0]

export const THERE_AND_BACK = 'goes an hour ahead, then two hours back, then right again (libfaketime)'

export async function moveThereAndBack({ clock }: { clock: MovableClock }): Promise<void> {
  for (const seconds of OFFSETS) {
    clock.move(seconds)
    await delay(EACH_MS)
  }
}

const MISSING = 'libfaketime is not installed. On Debian or Ubuntu: apt-get install -y faketime'

/**
 * Opens a stack, some of whose processes have a clock that can be moved. `open` gives them the environment.
 * @throws Error with the command that installs libfaketime, where it is missing.
 */
export async function withMovableClock<S extends Stack>(
  open: (environment: Record<string, string>) => Promise<S>,
): Promise<S & { clock: MovableClock }> {
  const library = findLibrary()
  const folder = mkdtempSync(join(tmpdir(), 'curia-clock-'))
  const file = join(folder, 'offset')
  const move = (seconds: number): void => {
    // A process must never read half of it.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    move(0)
    const stack = await open({
      // Debian's Redis uses jemalloc, which reads the clock before libfaketime is ready: libc takes its place.
      LD_PRELOAD: `${library} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const destroy = (): Promise<void> => stack.destroy().finally(remove)
    return { ...stack, clock: { move }, destroy }
  } catch (error) {
    remove()
    throw error
  }
}

function findLibrary(): string {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  const found = libraries.map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1')).find(existsSync)
  if (found === undefined) throw new Error(MISSING)
  return found
}
