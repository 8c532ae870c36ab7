import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { newSeed } from '../../src/record/seed.ts'
import { Lines } from './runner/lines.ts'
import { Runner } from './runner/runner.ts'

// The command `curia-rules`: reads requests from its standard input, one in each line, and answers each with one line on
// its standard output, in the same order. It ends with its input. README.md has the requests.

/** How many games are kept, unless --games says otherwise: up to 0.2 GB, if every game was played to its end. */
const MOST_GAMES = 1_000

const USAGE = `Usage: curia-rules [--games NUMBER]

Plays 7 Wonders Duel by its rules, for another program: one request of JSON in each line of the standard input, one
answer in each line of the standard output. --games says how many games are kept at once (${MOST_GAMES}).
`

function readMostGames(): number {
  try {
    const { values } = parseArgs({ options: { games: { type: 'string', default: String(MOST_GAMES) } } })
    const games = Number(values.games)
    if (Number.isSafeInteger(games) && games > 0) return games
  } catch {
    // An option that there is not.
  }
  process.stderr.write(USAGE)
  process.exit(2)
}

async function answerAll(runner: Runner): Promise<void> {
  const lines = new Lines()
  const answer = async (complete: readonly (string | null)[]): Promise<void> => {
    for (const line of complete) {
      // Nothing more is read until what was answered is taken.
      if (!process.stdout.write(`${runner.answer(line)}\n`)) await once(process.stdout, 'drain')
    }
  }
  process.stdin.setEncoding('utf8')
  for await (const piece of process.stdin as AsyncIterable<string>) await answer(lines.add(piece))
  await answer(lines.end())
}

// Whoever asked has gone: nobody reads an answer.
process.stdout.on('error', () => process.exit(0))
await answerAll(new Runner(readMostGames(), newSeed))
