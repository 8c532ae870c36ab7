import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import { describe, expect, it } from 'vitest'
import { drawn } from '../support/drawn.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

const settings = { trustProxy: [], rates: { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 } }
const ALL = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]
const ID = '0000000000000000'

/** By path, the methods that it has. */
function methodsOf(routes: Http['routes']): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const { url, methods } of routes.filter((route) => route.url !== '*')) {
    known.set(url, new Set([...(known.get(url) ?? []), ...methods]))
  }
  // Fastify tells nobody that the beginning of a prefix is a route with and without a slash.
  known.set('/docs/', known.get('/docs')!)
  return known
}

const addressOf = (url: string): string =>
  url.replace(':kind', 'base').replace(':version', '1').replace(/:\w+/g, ID).replace('*', 'nothing')

const ORIGINS: [what: string, corsOrigins: string[]][] = [
  ['without CORS', []],
  ['with CORS for some origins', ['https://play.example']],
  ['with CORS for all origins', ['*']],
]

describe.each(drawn(ORIGINS))('every method, %s,', (_name, corsOrigins) => {
  it('is answered on every path: if the path does not have it, 405 with those that it has, which OPTIONS asks for', async () => {
    const http = await openHttp({ settings: { ...settings, corsOrigins } })
    try {
      const known = methodsOf(http.routes)
      expect(known.size).toBeGreaterThan(70)
      for (const [url, methods] of known) {
        methods.delete('OPTIONS')
        const allow = [...methods].sort().join(', ')
        // There is nothing to say of a stream but the stream.
        const isStream = /\/(export|events)$/.test(url)
        if (methods.has('GET') && !isStream) expect([url, allow]).toEqual([url, expect.stringContaining('HEAD')])
        for (const method of ALL) {
          const answer = await http.app.inject({ method, url: addressOf(url) })
          const { allow: told } = answer.headers
          if (methods.has(method)) expect([method, url, answer.statusCode]).not.toEqual([method, url, 405])
          else {
            const status = method === 'OPTIONS' ? 204 : 405
            expect([method, url, answer.statusCode, told]).toEqual([method, url, status, allow])
            if (method !== 'HEAD' && method !== 'OPTIONS')
              expect(answer.json()).toMatchObject({ error: { code: 'method-not-allowed' } })
          }
        }
      }
    } finally {
      await http.close()
    }
  })

  it('is unknown on an unknown path', async () => {
    const http = await openHttp({ settings: { ...settings, corsOrigins } })
    try {
      for (const method of ALL.filter((each) => each !== 'HEAD')) {
        for (const url of ['/nothing', '/v1/nothing', `/v1/games/${ID}/nothing`]) {
          const answer = await http.app.inject({ method, url })
          expect([method, url, answer.statusCode]).toEqual([method, url, 404])
          expect(answer.json()).toMatchObject({ error: { code: 'unknown-route' } })
        }
      }
    } finally {
      await http.close()
    }
  })
})

it('what is wrong with a body does not matter where the method or the path is wrong', async () => {
  const http = await openHttp({ settings: { ...settings, corsOrigins: [] } })
  try {
    const bodies = [
      ['text/plain', 'text'],
      ['application/json', '{'],
      ['application/json', `"${'x'.repeat(20_000)}"`],
      ['none of these', ''],
    ]
    for (const [type, payload] of bodies) {
      const headers = { 'content-type': type }
      const [wrong, nowhere] = await Promise.all(
        ['/v1/catalogue', '/v1/nothing'].map((url) => http.app.inject({ method: 'POST', url, headers, payload })),
      )
      expect([type, wrong!.statusCode, nowhere!.statusCode]).toEqual([type, 405, 404])
    }
  } finally {
    await http.close()
  }
})

it('requests with a wrong method or a wrong path count for the rate limit', async () => {
  const http = await openHttp({
    settings: { ...settings, corsOrigins: [], rates: { ...settings.rates, httpPerMinute: 3 } },
  })
  try {
    const statuses = []
    for (const [method, url] of [
      ['PUT', '/v1/games'],
      ['TRACE', '/v1/nothing'],
      ['POST', '/100%'],
      ['POST', '/v1/nothing'],
    ]) {
      statuses.push((await http.app.inject({ method: method as HTTPMethods, url })).statusCode)
    }
    expect(statuses).toEqual([405, 404, 400, 429])
  } finally {
    await http.close()
  }
})

it('a browser that asks before a request is answered on every path, and another method is still refused', async () => {
  const http = await openHttp({ settings: { ...settings, corsOrigins: ['https://play.example'] } })
  try {
    const headers = { origin: 'https://play.example', 'access-control-request-method': 'PUT' }
    for (const url of methodsOf(http.routes).keys()) {
      const answer = await http.app.inject({ method: 'OPTIONS', url: addressOf(url), headers })
      expect([url, answer.statusCode]).toEqual([url, 204])
      expect(answer.headers['access-control-allow-methods']).toContain('PUT')
    }
    const refused = await http.app.inject({ method: 'PUT', url: '/v1/games', headers })
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(refused.headers['access-control-allow-origin']).toBe('https://play.example')
    expect(refused.headers['access-control-expose-headers']).toContain('allow')
  } finally {
    await http.close()
  }
})

it('no route disturbs a server that is not in test mode', async () => {
  const http = await openHttp()
  for (const how of ['drop', 'drain', 'restart']) {
    expect(codeOf(await http.nobody.post(`/v1/test/${how}`))).toEqual([404, 'unknown-route'])
  }
  await http.close()
})
