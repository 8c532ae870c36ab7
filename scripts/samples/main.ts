import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { closedEventSchema, DECISION_KINDS, isRulesEvent } from '../../src/protocol/index.ts'
import type { Played } from './make.ts'
import { addGame, makeOpenings, makeSamples } from './make.ts'

// Looks for games that have every decision and every event, and writes the samples that they give: npm run samples

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const played: Played = { views: {}, events: {} }
const types = closedEventSchema.options.map(({ shape: { type } }) => type.value).filter(isRulesEvent)
const isComplete = (): boolean =>
  DECISION_KINDS.every((kind) => kind in played.views) && types.every((type) => type in played.events)

const games: string[] = []
for (let number = 1; !isComplete(); number += 1) if (addGame(played, `sample ${number}`)) games.push(`sample ${number}`)

await writeFile(at('games.json'), `${JSON.stringify(games, null, 2)}\n`)
await writeFile(at('../../assets/samples.json'), textOf(makeSamples(games)))
await writeFile(at('../../assets/openings.json'), textOf(makeOpenings(games)))

/** One sample on each line. */
function textOf(samples: object): string {
  const parts = Object.entries(samples).map(([part, values]) => {
    const lines = Object.entries(values as object).map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
    )
    return `${JSON.stringify(part)}:{\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}
