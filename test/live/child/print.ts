import { writeSync } from 'node:fs'

/** Prints a line at once, however slowly the test reads. */
export function print(...words: unknown[]): void {
  let bytes = Buffer.from(`${words.join(' ')}\n`)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
