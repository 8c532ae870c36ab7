import { readFile, writeFile } from 'node:fs/promises'
import { EXAMPLES, fillTables, makeExamples, TABLES, WITH_TABLES } from './index.ts'

// Writes the tables of the rules and of the protocol, between their markers, from the catalogue and the declarations, and
// the examples of the protocol for the server: npm run docs:tables

for (const name of [...WITH_TABLES, EXAMPLES]) {
  const file = new URL(`../../${name}`, import.meta.url)
  const before = await readFile(file, 'utf8')
  const after = name === EXAMPLES ? await makeExamples() : fillTables(before, TABLES)
  if (after !== before) await writeFile(file, after)
  console.log(`${name}: ${after === before ? 'up to date' : 'written'}`)
}
