import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../rules/src/runner/commands.ts'
import { Lines, MOST_LINE_LENGTH } from '../../rules/src/runner/lines.ts'
import { Runner } from '../../rules/src/runner/runner.ts'
import { Random } from '../rules/support/random.ts'
import { read, rowsOf } from '../support/markdown.ts'
import type { Answer } from './support.ts'

const answerOf = (runner: Runner, line: string | null): Answer => {
  const answer = runner.answer(line)
  expect(answer).not.toContain('\n')
  return JSON.parse(answer) as Answer
}
const ask = (runner: Runner, request: object): Answer => answerOf(runner, JSON.stringify(request))

/** A runner with a game at its beginning, and one in which something was done. */
function runnerWithGames(): Runner {
  let seeds = 0
  const runner = new Runner(3, () => `seed ${++seeds}`)
  for (const kind of ['base', 'agora-pantheon']) expect(ask(runner, { command: 'new', kind }).ok).toBe(true)
  const [action] = ask(runner, { command: 'legal', game: 2 }).legal as object[]
  expect(ask(runner, { command: 'act', game: 2, action }).ok).toBe(true)
  return runner
}

/** Everything that can be asked of the games of a runner. */
const contentOf = (runner: Runner): Answer[] =>
  [1, 2, 3, 4].flatMap((game) =>
    [0, 1, 'spectator'].map((viewer) => ask(runner, { id: 'content', command: 'view', game, viewer })),
  )

/** Values that a field can have, if it fits the game. */
const RIGHT: Record<string, unknown[]> = {
  kind: ['base', 'agora-pantheon'],
  seed: ['a seed'],
  options: [{}, { wonders: 'first-game' }, { handicap: { seat: 0, coins: 15 } }],
  actions: [[], [{ type: 'conspire' }]],
  game: [1, 2],
  action: [
    { type: 'discard-card', slot: 0 },
    { type: 'draft-wonder', wonder: 'pyramids' },
  ],
  viewer: [0, 1, 'spectator'],
  count: [1, 2],
}
const right = (name: string): fc.Arbitrary<unknown> => fc.constantFrom(...RIGHT[name]!)
const wrong = fc.oneof(
  fc.constantFrom<unknown>(-0, 3, 1.5, '', null, {}, { handicap: { seat: 0, coins: 99 } }, { type: 'toString' }),
  fc.jsonValue({ maxDepth: 3 }),
)
const rightRequest = fc.constantFrom(...Object.keys(COMMANDS)).chain((command) => {
  const fields = COMMANDS[command]!.fields.map((name) => [name, right(name)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((given) => ({ command, ...given }))
})
/** A request with one field that it should not have, or another value of a field. */
const wrongRequest = fc
  .tuple(rightRequest, fc.constantFrom('id', 'command', 'other', 'toString', ...Object.keys(RIGHT)), wrong)
  .map(([request, name, value]) => ({ ...request, [name]: value }))
const request = fc.oneof(rightRequest, wrongRequest).map((each) => JSON.stringify(each))
const line = fc.oneof(
  { weight: 4, arbitrary: request },
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
)

describe('a line of any content', () => {
  it('is answered with one line, is never a fault of the runner, and changes nothing if it is refused', () => {
    const outcomes = { refused: 0, done: 0 }
    let runner = runnerWithGames()
    let before = contentOf(runner)
    fc.assert(
      fc.property(line, (text) => {
        const answer = answerOf(runner, text)
        if (answer.ok) {
          outcomes.done += 1
          runner = runnerWithGames()
          before = contentOf(runner)
        } else {
          outcomes.refused += 1
          expect(answer.error?.code).not.toBe('internal')
          expect(contentOf(runner)).toEqual(before)
        }
      }),
      { seed: 1, numRuns: 500 },
    )
    expect(outcomes.refused).toBeGreaterThan(100)
    expect(outcomes.done).toBeGreaterThan(50)
  })

  it('is cut from the others wherever its pieces end, and is no line if it is too long', () => {
    const longer = fc.nat(2).map((more) => 'x'.repeat(MOST_LINE_LENGTH - 1 + more))
    const texts = fc.array(fc.oneof({ weight: 4, arbitrary: fc.string() }, longer, fc.constant('\n')), { maxLength: 8 })
    fc.assert(
      fc.property(texts, fc.array(fc.nat(70_000), { maxLength: 6 }), (parts, cuts) => {
        const text = parts.join('')
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
        const lines = new Lines()
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        const found = [...pieces.flatMap((piece) => lines.add(piece)), ...lines.end()]
        const expected = text.split('\n').map((each) => (each.length > MOST_LINE_LENGTH ? null : each))
        // Nothing after the last line break is no line.
        if (expected.at(-1) === '') expected.pop()
        expect(found).toEqual(expected)
      }),
      { seed: 2, numRuns: 300 },
    )
  })
})

describe('a request', () => {
  it.each<[what: string, line: string | null, code: string, message: string]>([
    ['that is no JSON', '{', 'bad-json', 'no JSON'],
    ['that is too long', null, 'line-too-long', '65536'],
    ['that is a list', '[]', 'bad-request', 'must be an object'],
    ['without a command', '{}', 'bad-request', 'needs command: one of about, new'],
    ['for a command that there is not', '{"command":"toString"}', 'bad-request', 'needs command: one of about, new'],
    ['with an id of another kind', '{"id":[],"command":"about"}', 'bad-request', 'id'],
    ['for a kind that there is not', '{"command":"new","kind":"valueOf"}', 'bad-request', 'needs kind: one of "base"'],
    ['with an empty seed', '{"command":"new","kind":"base","seed":""}', 'bad-request', 'needs seed'],
    ['with an option that there is not', '{"command":"new","kind":"base","options":{"a":1}}', 'bad-request', '"a"'],
    [
      'with too many coins',
      '{"command":"new","kind":"base","options":{"handicap":{"seat":0,"coins":16}}}',
      'bad-request',
      'coins: a whole number from 1 to 15',
    ],
    ['with a field of another command', '{"command":"view","game":1,"action":{}}', 'bad-request', '"action"'],
    ['without a viewer', '{"command":"view","game":1}', 'bad-request', 'viewer: one of 0, 1, "spectator"'],
    ['of a game that there is not', '{"command":"legal","game":9}', 'unknown-game', 'no game 9'],
    ['without an action', '{"command":"act","game":1}', 'malformed', 'action'],
    [
      'with an action for another decision',
      '{"command":"act","game":1,"action":{"type":"conspire"}}',
      'wrong-decision',
      '',
    ],
    ['to take back more than was done', '{"command":"undo","game":2,"count":2}', 'bad-request', 'only 1'],
  ])('%s is refused', (_what, text, code, message) => {
    const { id, ok, error } = answerOf(runnerWithGames(), text)
    expect([id, ok, error?.code]).toEqual([null, false, code])
    expect(error?.message).toContain(message)
  })

  it('to act is answered with what everybody may know, unless it names a seat', () => {
    const runner = new Runner(10, () => '')
    const random = new Random('plots')
    const { game } = ask(runner, { command: 'new', kind: 'agora', seed: 'plots' })
    const act = (action: object, viewer?: unknown): Record<string, unknown>[] =>
      ask(runner, { command: 'act', game, action, viewer }).events as Record<string, unknown>[]
    let drawn = 0
    for (let legal = ask(runner, { command: 'legal', game }); legal.toAct !== null;) {
      const action = random.pick(legal.legal as object[])
      const others = [undefined, 'spectator', legal.toAct === 0 ? 1 : 0]
      const seen = others.map((viewer) => {
        const events = act(action, viewer)
        ask(runner, { command: 'undo', game })
        return events
      })
      for (const [index, event] of act(action, legal.toAct).entries()) {
        const { drawn: secret, ...rest } = event
        if (secret === undefined) continue
        drawn += 1
        for (const events of seen) expect(events[index]).toEqual(rest)
      }
      legal = ask(runner, { command: 'legal', game })
    }
    expect(drawn).toBeGreaterThan(0)
  })
})

it('the README of the package has every command, with its fields', () => {
  const rows = rowsOf(read('rules/README.md'))
  for (const [name, { fields }] of Object.entries(COMMANDS)) {
    const row = rows.find(([first]) => first === `\`${name}\``)
    expect(row, name).toBeDefined()
    for (const field of fields) expect(row![1], name).toContain(`\`${field}\``)
  }
})
