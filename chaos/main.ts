import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options } from './options.ts'
import { readOptions, USAGE } from './options.ts'
import type { Row } from './table.ts'
import { tableOf } from './table.ts'
import { runTrial } from './trial.ts'

/** How many faults of a disturbance are printed. The evidence has all of them. */
const MOST_PRINTED = 20

async function run({ disturbances, seed, keep, markdown, ...play }: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'curia-chaos-'))
  const rows: Row[] = []
  const failed: string[] = []
  for (const disturbance of disturbances) {
    const { name } = disturbance
    process.stdout.write(`${name} … `)
    try {
      const row = await runTrial(disturbance, { ...play, seed, folder: join(folder, name) })
      rows.push(row)
      console.log(`${row.moves} moves, ${row.lost.moves} lost, ${row.faults.length} faults`)
      for (const { about, of, text } of row.faults.slice(0, MOST_PRINTED)) console.log(`  ${about} ${of}: ${text}`)
      if (row.faults.length > 0) failed.push(name)
      else if (!keep) rmSync(join(folder, name), { recursive: true, force: true })
    } catch (error) {
      console.log(`failed: ${(error as Error).message}`)
      failed.push(name)
    }
  }
  const table = tableOf(rows)
  console.log(`\n${table}\n`)
  if (markdown !== undefined) writeFileSync(markdown, `${table}\n`)
  console.log(`Seed ${seed}. ${failed.length === 0 ? 'Every promise was kept.' : `Failed: ${failed.join(', ')}.`}`)
  if (failed.length > 0 || keep) console.log(`Journals, logs of the nodes and evidence: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
  return failed.length === 0
}

let options: Options | null
try {
  options = readOptions(process.argv.slice(2), () => randomInt(1, 1_000_000))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exit(2)
}
if (!options) console.log(USAGE)
// A server that does not start may still be waited for.
else process.exit((await run(options)) ? 0 : 1)
