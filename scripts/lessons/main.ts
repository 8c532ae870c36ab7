import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeLessons } from './make.ts'

// Writes the positions of the introduction of the page: npm run lessons

const TARGET = fileURLToPath(new URL('../../web/src/learn/lessons.json', import.meta.url))

// One lesson on each line.
await writeFile(
  TARGET,
  `[\n${makeLessons()
    .map((lesson) => JSON.stringify(lesson))
    .join(',\n')}\n]\n`,
)
