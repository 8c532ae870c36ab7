import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as protocol from '../../src/protocol/index.ts'
import { ERRORS } from '../../src/protocol/index.ts'
import { isAutomatic, resolverOf } from '../../src/rules/decisions/index.ts'
import type { StepKind } from '../../src/rules/index.ts'
import { catalogue } from '../../src/rules/index.ts'
import { blocksOf, codeIn, read, readProtocol, rowsOf, sectionOf, withoutBlocks } from '../support/markdown.ts'

const page = readProtocol()
const section = (heading: string): string => sectionOf(withoutBlocks(page), heading)

const schemas: Record<string, unknown> = protocol

function schemaNamed(name: string): z.ZodType {
  if (name === 'building') return protocol.catalogueSchema.shape.buildings.element
  const schema = schemas[`${name}Schema`]
  if (!(schema instanceof z.ZodType)) throw new Error(`src/protocol has no ${name}Schema`)
  return schema
}

/** The names of all fields of a schema, however deep; not those of maps. */
function fieldsOf(schema: z.ZodType): Set<string> {
  const fields = new Set<string>()
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) => {
    if (key === 'properties') {
      for (const field of Object.keys(value as object)) if (!/^\d$/.test(field)) fields.add(field)
    }
    return value
  })
  return fields
}

describe('the examples', () => {
  const examples = blocksOf(page).filter(({ info }) => info.startsWith('json'))

  it.each(examples)('$info has the shape of its schema', ({ info, content }) => {
    const [, ...words] = info.split(' ')
    const name = words.at(-1) ?? ''
    let example = JSON.parse(content) as unknown
    if (words[0] === 'ack') {
      const { ok, ...answer } = example as { ok: unknown }
      expect(ok).toBe(true)
      example = answer
    }
    const { error } = schemaNamed(name).safeParse(example)
    expect(error && z.prettifyError(error)).toBeUndefined()
  })

  it('show every message of the socket and every body of HTTP', () => {
    const shown = new Set(examples.map(({ info }) => info.split(' ').at(-1)))
    const messages = Object.keys(schemas)
      .filter((name) =>
        /(Request|Response|Answer|Body|^update|^ended|^presence|^draining|^queue[A-Z][a-z]+|^tablesChange)Schema$/.test(
          name,
        ),
      )
      .map((name) => name.replace(/Schema$/, ''))
    expect(messages.filter((name) => !shown.has(name))).toEqual([])
  })
})

describe('the socket', () => {
  it.each(Object.entries(protocol.COMMANDS))('%s has an example of its answer', (_event, { answer }) => {
    if (fieldsOf(answer).size === 0) return
    const examples = blocksOf(page).flatMap(({ info }) => /^json ack (\w+)$/.exec(info)?.[1] ?? [])
    expect(examples.map(schemaNamed).some((schema) => schema === answer)).toBe(true)
  })
})

it('the kinds of game are all there, and no others', () => {
  const rows = rowsOf(section('### Kinds of game')).map(([id, title]) => [codeIn(id!)[0], title])
  expect(rows).toEqual(Object.entries(protocol.GAME_KINDS).map(([id, { title }]) => [id, title]))
})

describe('the catalogue', () => {
  it('has every field of its schema', () => {
    const documented = new Set(codeIn(section('## The catalogue')))
    expect([...fieldsOf(protocol.catalogueSchema)].filter((field) => !documented.has(field))).toEqual([])
  })

  it('has an example that is true', () => {
    const example = JSON.parse(blocksOf(page).find(({ info }) => info === 'json building')!.content) as { id: string }
    const { buildings } = catalogue(protocol.matchOptions('base', protocol.DEFAULT_GAME_OPTIONS))
    expect(buildings.find(({ id }) => id === example.id)).toEqual(example)
  })
})

describe('the explanation of a position', () => {
  const explained = section('## Explain')

  it('has every field', () => {
    const documented = new Set([...codeIn(explained), ...codeIn(section('## Offers and actions'))])
    const score = fieldsOf(protocol.scoresSchema)
    const known = [...fieldsOf(protocol.explanationAnswerSchema)].filter((field) => !score.has(field))
    expect(known.filter((field) => !documented.has(field) && field !== 'match' && field !== 'kind')).toEqual([])
  })

  it('has every reason for which something is blocked, and no other', () => {
    const documented = rowsOf(explained.split('| reason |')[1]!).map(([reason]) => codeIn(reason!)[0])
    expect(documented).toEqual(protocol.blockedReasonSchema.options)
  })
})

describe('the view of a match', () => {
  it.each(['snapshot', 'board', 'price', 'activationPrice', 'scores', 'outcome'])(
    'has every field of the %s',
    (name) => {
      const documented = new Set(codeIn(section('## The snapshot') + section('## Offers and actions')))
      expect([...fieldsOf(schemaNamed(name))].filter((field) => !documented.has(field) && !isOffered(field))).toEqual(
        [],
      )
    },
  )

  /** The fields of an offer are those of its action. */
  const isOffered = (field: string): boolean => fieldsOf(protocol.offerSchema).has(field)

  it('has every kind of decision, and no other', () => {
    const kinds = [
      ...sectionOf(
        `\n${read('src/rules/decisions/index.ts')}\n`,
        'const RESOLVERS: { [K in StepKind]: ResolverOf<K> } = {',
      ).matchAll(/^ {2}'?([a-z-]+)'?[:,]/gm),
    ].map(([, kind]) => kind as StepKind)
    const decided = kinds.filter((kind) => !isAutomatic(resolverOf(kind)))
    const table = section('## The snapshot').split('| kind |')[1]!
    expect(
      rowsOf(table)
        .flatMap(([kind]) => codeIn(kind!))
        .sort(),
    ).toEqual(decided.sort())
  })
})

describe('the actions', () => {
  const rows = rowsOf(section('## Offers and actions').split('| action |')[1]!.split('`prices`')[0]!)

  it('are all there with their fields, and no others', () => {
    const documented = rows.map(([type, fields]) => [codeIn(type!)[0], codeIn(fields!)])
    const known = protocol.actionSchema.options.map(({ shape }) => [
      shape.type.value,
      Object.keys(shape).filter((field) => field !== 'type'),
    ])
    expect(documented).toEqual(known)
  })
})

describe('the events of the rules', () => {
  const rows = rowsOf(section('## Events of the rules'))
  // A member of the union stands on one line or on one line a field.
  const oneLine = (member: string): string =>
    member
      .replace(/\{\s+/, '{ ')
      .replace(/\s+\}$/, ' }')
      .replace(/\n\s+/g, '; ')
  const source = read('src/rules/events.ts').replace(/\{\n[^{}]+\n {4}\}/g, oneLine)
  const types = [...source.matchAll(/^ {2}\| \{ type: '([a-z-]+)'(.*) \}$/gm)].map(([, type, fields]) => ({
    type: type!,
    fields: [...fields!.matchAll(/; (\w+)(\??):/g)].map(([, name, optional]) => ({
      name: name!,
      optional: optional === '?',
    })),
  }))

  it('are all there, and no others', () => {
    expect(rows.map(([type]) => codeIn(type!)[0]).sort()).toEqual(types.map(({ type }) => type).sort())
  })

  it.each(types)('$type has its fields', ({ type, fields }) => {
    const row = rows.find(([first]) => first === `\`${type}\``)!
    expect(codeIn(row[1]!)).toEqual(fields.map(({ name }) => name))
  })

  it('mark exactly the fields that some viewers do not receive', () => {
    // These are left out where there is nothing to say, not for secrecy.
    const open = ['slot', 'other', 'stored', 'from', 'side', 'space', 'price', 'offerings', 'paid']
    const secret = types.flatMap(({ type, fields }) =>
      fields.filter(({ name, optional }) => optional && !open.includes(name)).map(({ name }) => `${type} ${name}`),
    )
    const marked = rows.flatMap(([type, fields]) =>
      [...fields!.matchAll(/`(\w+)`\*/g)].map(([, name]) => `${codeIn(type!)[0]} ${name}`),
    )
    expect(marked.sort()).toEqual(secret.sort())
  })
})

describe('the events outside the rules', () => {
  it('are all there with their fields, and no others', () => {
    const known = [...read('src/record/notices.ts').matchAll(/\{ type: '([a-z-]+)'(?:, (\w+): | \})/g)].map(
      ([, type, field]) => [type, field],
    )
    expect(known.length).toBeGreaterThan(0)
    const rows = rowsOf(section('## Events outside the rules')).map(([type, fields]) => [
      codeIn(type!)[0],
      codeIn(fields!)[0],
    ])
    expect(rows).toEqual(known)
  })
})

describe('the errors', () => {
  it('are all there, with their statuses and meanings, and no others', () => {
    const table = section('## Errors')
    const documented = rowsOf(table).map(([code, status, meaning]) => [
      codeIn(code!)[0],
      Number(status),
      meaning!.replaceAll('`', ''),
    ])
    const known = Object.entries(ERRORS).map(([code, { status, meaning }]) => [code, status, meaning])
    const byCode = (rows: unknown[][]): unknown[][] => rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    expect(byCode(documented)).toEqual(byCode(known))
  })

  it('have every reason of the rules, and no other', () => {
    const table = section('## Reasons of the rules').split('| rule |')[1]!
    const known = [...read('src/rules/violation.ts').matchAll(/^ {2}\| '([a-z-]+)'$/gm)].map(([, code]) => code)
    expect(known.length).toBeGreaterThan(0)
    expect(
      rowsOf(table)
        .map(([code]) => codeIn(code!)[0])
        .sort(),
    ).toEqual(known.sort())
  })
})
