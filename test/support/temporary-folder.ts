import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const OWN = /^curia-\w{6}$/

/**
 * Gives a run of the tests a temporary folder of its own, so that no run sees what another does. Each test removes what
 * it makes in it: what is left at the end of the run is named.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Each project of a run calls this.
  if (OWN.test(basename(tmpdir()))) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'curia-'))
  // Where root runs the tests, Postgres has another user.
  await chmod(folder, 0o755)
  process.env.TMPDIR = folder
  return async () => {
    const left = (await readdir(folder)).filter((name) => name.startsWith('curia-'))
    await rm(folder, { recursive: true, force: true })
    if (left.length > 0) process.stderr.write(`Tests have left in the temporary folder: ${left.join(', ')}\n`)
  }
}
