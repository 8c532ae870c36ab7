import { z } from 'zod'
import type { Command, Route } from '../../src/protocol/index.ts'
import { ADVICE, ALL_ROUTES, AUDIENCES, COMMANDS, DOORS, ERRORS, SERVER_EVENTS } from '../../src/protocol/index.ts'
import type { Tables } from './fill.ts'
import { code, table } from './fill.ts'

interface Shape {
  properties?: object
  required?: string[]
}

/** The shapes that a message may have: one, or those of a union. */
export function shapesOf(schema: z.ZodType, io: 'input' | 'output'): Shape[] {
  // A registry of its own: names for schemas would make references of them.
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry<object>() })
  return json.anyOf ?? json.oneOf ?? [json]
}

/** The fields of a message, with a `?` behind those that it need not have. */
function fieldsOf(schema: z.ZodType, io: 'input' | 'output'): string {
  const shapes = shapesOf(schema, io)
  const fields = new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const isNeeded = (field: string): boolean => shapes.every(({ required }) => required?.includes(field))
  const marked = (field: string): string => code(isNeeded(field) ? field : `${field}?`)
  if (io !== 'input' || shapes.length === 1) return [...fields].map(marked).join(', ')
  const chosen = [...fields].filter((field) => shapes.some(({ required }) => required?.includes(field)))
  const others = [...fields].filter((field) => !chosen.includes(field))
  return [chosen.map(code).join(' or '), ...others.map(marked)].join(', ')
}

const commands = (): string =>
  table(
    ['client sends', 'payload', 'what it does, and the answer'],
    Object.entries<Command>(COMMANDS).map(([name, { summary, request, answer, forVisitors }]) => [
      code(name) + (forVisitors ? ' (visitors, too)' : ''),
      fieldsOf(request, 'input') || 'an empty object',
      `${summary}: ${fieldsOf(answer, 'output') || 'nothing'}`,
    ]),
  )

const events = (): string =>
  table(
    ['server sends', 'payload', 'to', 'when'],
    Object.entries(SERVER_EVENTS).map(([name, { payload, to, summary }]) => [
      code(name),
      fieldsOf(payload, 'output'),
      to.map((audience) => AUDIENCES[audience]).join('; '),
      summary,
    ]),
  )

const COMMAND_OF = new Map([...DOORS].map(([name, [, { route }]]) => [route, name]))

const tokenOf = ({ auth, errors }: Route): string => {
  if (errors.includes('moderator-needed')) return 'moderator'
  return { required: 'needed', optional: 'taken', none: '' }[auth]
}

const routes = (): string =>
  table(
    ['route', 'token', 'what it does'],
    [...ALL_ROUTES]
      .sort(([one], [other]) => (pathOf(one) < pathOf(other) ? -1 : 1))
      .map(([name, route]) => {
        const command = COMMAND_OF.get(name)
        const statuses = Object.keys(route.answers).filter((status) => !['200', '304'].includes(status))
        return [
          code(name),
          tokenOf(route),
          [
            route.summary,
            ...(statuses.length > 0 ? [`: ${statuses.join(' or ')}`] : []),
            ...(command ? [` (${code(command)})`] : []),
          ].join(''),
        ]
      }),
  )

/** A path before those that it begins, whatever the method. */
const pathOf = (route: string): string => route.split(' ').reverse().join(' ')

const errors = (): string =>
  table(
    ['code', 'HTTP status', 'meaning', 'what a client does'],
    Object.entries(ERRORS)
      .sort(([, one], [, other]) => one.status - other.status)
      .map(([name, { status, meaning, then }]) => [
        code(name),
        status,
        meaning.replace(/\b(details(\.\w+)?|mayDo|allow)\b/g, code),
        ADVICE[then],
      ]),
  )

/** How often one address may ask for a route, on all nodes together. */
const routeLimits = (): string =>
  table(
    ['route', 'requests of one address'],
    [...ALL_ROUTES].flatMap(([name, { limit }]) => {
      if (!limit) return []
      const points = limit.points === 'guestsPerMinute' ? code('RATE_LIMIT_GUESTS') : limit.points
      return [[code(name), `${points} ${limit.seconds === 60 ? 'a minute' : 'an hour'}`]]
    }),
  )

export const PROTOCOL_TABLES: Tables = { commands, events, routes, errors, 'route-limits': routeLimits }
