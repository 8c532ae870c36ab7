import { writeSync } from 'node:fs'

/** Writes a line to the standard output before it returns: the process may be killed at any moment after that. */
export function say(...words: unknown[]): void {
  let rest = Buffer.from(`${words.join(' ')}\n`)
  while (rest.length > 0) rest = rest.subarray(write(rest))
}

/** How many bytes were written: none while the pipe is full, as its reader may be slow. */
function write(bytes: Buffer): number {
  try {
    return writeSync(1, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}
