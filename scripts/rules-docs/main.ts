import { readFile, writeFile } from 'node:fs/promises'
import { DOCUMENTS, fillTables, TABLES } from './index.ts'

// Writes the tables of docs/rules/ from the catalogue of the rules, between their markers: npm run docs:rules

for (const name of DOCUMENTS) {
  const file = new URL(`../../docs/rules/${name}`, import.meta.url)
  const before = await readFile(file, 'utf8')
  const after = fillTables(before, TABLES)
  if (after !== before) await writeFile(file, after)
  console.log(`docs/rules/${name}: ${after === before ? 'up to date' : 'written'}`)
}
