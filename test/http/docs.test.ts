import { fastify } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addAuth } from '../../src/http/auth.ts'
import { addDocs } from '../../src/http/docs/index.ts'
import type { App } from '../../src/http/index.ts'
import { routesOf } from '../../src/http/route.ts'
import type { RouteName } from '../../src/protocol/index.ts'
import { ALL_ROUTES, CodedError } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

type Json = Record<string, unknown>
interface Operation {
  summary?: string
  tags?: string[]
  security?: object[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
interface OpenApi {
  openapi: string
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; headers: Json; securitySchemes: Json }
}

let http: Http
let document: OpenApi
beforeAll(async () => {
  http = await openHttp()
  document = (await http.nobody.get<OpenApi>('/docs/json')).body
})
afterAll(() => http.close())

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

it('the document is written once, and a client that has it gets it no more than once', async () => {
  const written = vi.spyOn(http.app, 'swagger')
  const { headers, statusCode } = await http.nobody.get('/docs/json')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(written).not.toHaveBeenCalled()
  const again = await http.app.inject({ url: '/docs/json', headers: { 'if-none-match': headers.etag as string } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('every route that is declared is documented, and no other', () => {
  expect(
    operations()
      .map(([route]) => route)
      .sort(),
  ).toEqual([...ALL_ROUTES.keys()].sort())
})

it('every operation has its summary, its answers and its failures', () => {
  for (const [route, { summary, tags, responses }] of operations()) {
    expect(summary, route).toBeTruthy()
    expect(tags, route).toHaveLength(1)
    expect(
      Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
      route,
    ).toBe(true)
    expect(responses.default?.content?.['application/json']?.schema, route).toEqual({
      $ref: '#/components/schemas/Failure',
    })
  }
})

it('operations say whether they take a token, and whether they need it', () => {
  const said = { required: [{ token: [] }], optional: [{ token: [] }, {}], none: [] }
  for (const [route, { security }] of operations()) {
    expect(security, route).toEqual(said[ALL_ROUTES.get(route as RouteName)!.auth])
  }
  expect(document.components.securitySchemes).toHaveProperty('token')
})

it('every reference has a target', () => {
  const named = (kind: 'headers' | 'schemas') => Object.keys(document.components[kind]).map((name) => `${kind}/${name}`)
  const names = new Set([...named('headers'), ...named('schemas')])
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
  expect(references.length).toBeGreaterThan(20)
  for (const reference of references) expect(names).toContain(reference.replace('#/components/', ''))
})

it('bodies are described by the schemas that check them', () => {
  const act = document.paths['/v1/matches/{id}/actions']!.post!.requestBody!.content['application/json']!.schema
  expect(act).toEqual({ $ref: '#/components/schemas/ActRequest' })
  expect(document.components.schemas.ActRequest).toMatchObject({
    required: ['actionId', 'version', 'action'],
    additionalProperties: false,
  })
  expect(document.components.schemas.Snapshot).toMatchObject({
    properties: { board: { $ref: '#/components/schemas/Board' } },
  })
})

it('fields are described, at every depth', () => {
  const { Snapshot, GameKind, Rating } = document.components.schemas
  expect(Snapshot).toMatchObject({ properties: { kind: { $ref: '#/components/schemas/GameKind' } } })
  expect(GameKind).toMatchObject({ description: expect.stringMatching(/kind of game/i) as string })
  expect(Rating).toMatchObject({ properties: { deviation: { description: expect.any(String) as string } } })
})

it('the page for people loads everything from the server itself', async () => {
  const page = await http.app.inject('/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'/)
  const assets = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets) {
    const { pathname, host } = new URL(asset, 'http://here/docs/')
    expect(host).toBe('here')
    expect((await http.app.inject(pathname)).statusCode, asset).toBe(200)
  }
})

it('a route that is not declared cannot be added, so the server does not start', async () => {
  const app = fastify({ loggerInstance: pino({ level: 'silent' }) }) as unknown as App
  await addDocs(app)
  const handler = (): string => ''
  expect(() => app.get('/v1/news', { schema: { tags: ['games'] } }, handler)).toThrow(
    'the route GET /v1/news is not declared in src/protocol',
  )
  expect(() => app.get('/v1/other-news', handler)).toThrow('the route GET /v1/other-news is not declared')
  expect(() => app.route({ method: ['PUT', 'DELETE'], url: '/v1/games', handler })).toThrow('the route PUT /v1/games')
  app.get('/v1/games', { schema: { tags: ['games'] } }, handler)
  app.get('/hidden', { schema: { hide: true } }, handler)
  await app.close()
})

it('a route that is declared and has no handler, or whose path has other params, stops the server', async () => {
  const app = fastify({ loggerInstance: pino({ level: 'silent' }) }) as unknown as App
  app.setValidatorCompiler(validatorCompiler)
  const { auth, settings } = { auth: addAuth(app, http.parts), settings: http.parts.settings }
  const { serveAny, requireAll } = routesOf(app, auth, settings)
  expect(requireAll).toThrow('these routes have no handler: GET /v1/server, ')
  const route = ALL_ROUTES.get('GET /v1/games/{id}')!
  expect(() => serveAny('GET /v1/games', route, async () => ({}))).toThrow('the params of GET /v1/games are not')
  await app.close()
})

it('a test that is answered an error which its route does not declare fails', async () => {
  const other = await openHttp()
  vi.spyOn(other.archive, 'leaderboards').mockRejectedValue(new CodedError('own-match'))
  expect(codeOf(await other.nobody.get('/v1/leaderboard'))).toEqual([409, 'own-match'])
  await expect(other.close()).rejects.toThrow('does not declare: GET /v1/leaderboard: own-match')
})

it('routes that make a match declare that it may have been dealt by other rules', async () => {
  const other = await openHttp()
  const ada = await other.guest('Ada')
  const { play } = other.matches
  const { challenges, queue } = other.lobby
  vi.spyOn(play, 'create').mockRejectedValue(new CodedError('other-rules'))
  vi.spyOn(challenges, 'accept').mockRejectedValue(new CodedError('other-rules'))
  for (const method of ['join', 'status', 'leave'] as const) {
    vi.spyOn(queue, method).mockRejectedValue(new CodedError('other-rules'))
  }
  const answers = [
    await ada.post('/v1/matches', {}),
    await ada.post('/v1/challenges/0000000000000000/accept'),
    await ada.post('/v1/queue', { clock: 'blitz', rated: false }),
    await ada.get('/v1/queue'),
    await ada.send({ method: 'DELETE', url: '/v1/queue' }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => [409, 'other-rules']))
  await other.close()
})

it('the description links to pages that this server has', async () => {
  const links = [...document.info.description.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link]) => link!)
  expect(links).toEqual(['/docs/events', '/docs/protocol'])
  for (const url of links) expect((await http.app.inject({ url })).statusCode, url).toBe(200)
})
