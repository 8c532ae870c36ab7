import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

const settings = { corsOrigins: [], rates: { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 } }

let on: Http
let off: Http
beforeAll(async () => {
  ;[on, off] = await Promise.all([
    openHttp({ settings: { ...settings, web: true } }),
    openHttp({ settings: { ...settings, web: false } }),
  ])
})
afterAll(() => Promise.all([on?.close(), off?.close()]))

/** What browsers say that they accept when a person opens an address. */
const PERSON = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'
const get = ({ app }: Http, url: string, encoding = '', accept = PERSON) =>
  app.inject({ url, headers: { 'accept-encoding': encoding, accept } })
const page = readFileSync(new URL('../../web/dist/index.html', import.meta.url), 'utf8')
/** The page without what it says of itself, which differs from one link to another. */
const rest = (document: string): string =>
  document.replace(/<(?:meta (?:name|property)="(?:description|og:|twitter:)|title)[^\n]*\n\s*/g, '')
const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)

/** Addresses that are neither of the page nor of the server. */
const UNKNOWN = [
  '/nothing',
  '/match',
  '/v1/nothing',
  '/docs/nothing',
  '/assets/nothing.js',
  '/index.html.br',
  '/.vite/manifest.json',
  '/assets/..%2f..%2fpackage.json',
]

describe('the page', () => {
  it('is the answer at every address that it draws', async () => {
    for (const path of [
      '/',
      '/join/ABCDEFGH',
      '/match/96c7ead858f549c0',
      '/match/96c7ead858f549c0?code=ABCDEFGH',
      '/match/no-id',
      '/games',
      '/games/96c7ead858f549c0/fairness',
      '/settings',
    ]) {
      const answer = await get(on, path)
      expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      expect(rest(answer.body)).toBe(rest(page))
    }
    expect(rest(page).length).toBeGreaterThan(page.length / 2)
  })

  it('may load nothing that is not from this server, and has no script of its own in it', async () => {
    const policy = String((await get(on, '/')).headers['content-security-policy'])
    const directives = new Map(
      policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )
    expect(directives.get('default-src')).toEqual(["'none'"])
    expect(directives.get('script-src')).toEqual(["'self'"])
    expect(directives.get('style-src')).toEqual(["'self'"])
    expect(directives.get('connect-src')).toEqual(["'self'"])
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(
      [...page.matchAll(/<script\b([^>]*)>([^<]*)/g)].filter(
        ([, attributes, text]) => !attributes!.includes('src=') || text!.trim() !== '',
      ),
    ).toEqual([])
    expect(page).not.toMatch(/<style|style=|https?:\/\//)
  })

  it('has the same policy when a browser that knows it asks again', async () => {
    for (const url of ['/', '/settings']) {
      const first = await get(on, url)
      const headers = { accept: PERSON, 'if-none-match': String(first.headers.etag) }
      const again = await on.app.inject({ url, headers })
      expect(again.statusCode).toBe(304)
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    }
  })

  it('may run its service worker, whose own headers let it load the files of this server and nothing else', async () => {
    const [ofPage, worker] = [await get(on, '/'), await get(on, '/sw.js')]
    expect(String(ofPage.headers['content-security-policy'])).toContain("worker-src 'self'")
    expect(worker.headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    // Any other script could run as a worker, too; the compressed copies are the same file.
    const scripts = [...files.filter((path) => path.endsWith('.js')), '/sw.js']
    for (const path of scripts) {
      for (const encoding of ['', 'br', 'gzip']) {
        const { headers } = await get(on, path, encoding)
        expect([path, headers['content-security-policy']]).toEqual([path, worker.headers['content-security-policy']])
      }
    }
  })

  it('is not to be translated by a browser, and neither is what it shows without a network', async () => {
    for (const path of ['/', '/games/96c7ead858f549c0', '/nothing', '/offline.html']) {
      const { body } = await get(on, path)
      expect([path, /<html [^>]*translate="no"/.test(body)]).toEqual([path, true])
      expect([path, body.includes('<meta name="google" content="notranslate" />')]).toEqual([path, true])
    }
  })

  it('is asked for again each time, and its files never', async () => {
    expect((await get(on, '/')).headers['cache-control']).toMatch(/\bno-cache\b/)
    const assets = files.filter((path) => path.startsWith('/assets/'))
    expect(assets.length).toBeGreaterThan(1)
    for (const path of assets) {
      const answer = await get(on, path)
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  it('comes as it was compressed by the build', async () => {
    // A picture is compressed in itself.
    for (const path of ['/', ...files.filter((file) => !file.endsWith('.png'))]) {
      const plain = await get(on, path)
      const [brotli, gzip] = [await get(on, path, 'br'), await get(on, path, 'gzip')]
      expect([path, brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([path, 'br', 'gzip'])
      expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
      expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
    }
  })

  it('says to a person at any unknown address that there is no such page', async () => {
    for (const path of [...UNKNOWN, '/games/one/two/three?a=b.c', '/100%']) {
      const answer = await get(on, path)
      expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(answer.body).toBe(page)
      expect(answer.headers['content-security-policy']).toBeDefined()
      const head = await on.app.inject({ method: 'HEAD', url: path, headers: { accept: PERSON } })
      expect([path, head.statusCode, head.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
    }
  })

  it('is shown to a person with a code that no match has, however long it is', async () => {
    for (const path of ['/join/AAAAAAAA', `/join/${'A'.repeat(1000)}`]) {
      const { statusCode, headers } = await get(on, path)
      expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
  })

  it('leaves unknown files and routes, and the compressed copies themselves, unknown to all other clients', async () => {
    for (const accept of ['', '*/*', 'application/json', 'application/json, text/plain, */*', 'text/css,*/*;q=0.1']) {
      for (const path of UNKNOWN) {
        const answer = await get(on, path, '', accept)
        expect([path, answer.statusCode, answer.json()]).toMatchObject([
          path,
          404,
          { error: { code: 'unknown-route' } },
        ])
      }
    }
    const sent = await on.app.inject({ method: 'POST', url: '/nothing', headers: { accept: PERSON } })
    expect(sent.json()).toMatchObject({ error: { code: 'unknown-route' } })
  })

  it('counts unknown addresses for the rate limit, also those that cannot be read', async () => {
    const http = await openHttp({
      settings: { ...settings, web: true, rates: { ...settings.rates, httpPerMinute: 3 } },
    })
    try {
      const statuses = []
      for (const path of ['/nothing', '/100%', '/v1/%E0%A4%A', '/100%']) {
        statuses.push((await get(http, path, '', 'application/json')).statusCode)
      }
      expect(statuses).toEqual([404, 400, 400, 429])
    } finally {
      await http.close()
    }
  })

  it('is the answer to a client that accepts everything, as the programs of messengers do', async () => {
    for (const accept of ['*/*', '', 'text/*', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2']) {
      for (const path of ['/', '/games', '/match/96c7ead858f549c0', '/settings']) {
        const answer = await get(on, path, '', accept)
        expect([path, answer.statusCode, rest(answer.body)]).toEqual([path, 200, rest(page)])
      }
    }
    const silent = await on.app.inject({ url: '/games' })
    expect([silent.statusCode, rest(silent.body)]).toEqual([200, rest(page)])
  })

  it('is not the answer to a client that prefers data', async () => {
    for (const accept of [
      'application/json',
      'application/json, text/plain, */*',
      'text/html;q=0.5, application/json',
    ]) {
      for (const path of ['/', '/games', '/match/96c7ead858f549c0', '/settings', '/nothing']) {
        const [answer, plain] = [await get(on, path, '', accept), await get(off, path, '', accept)]
        expect([path, answer.statusCode, answer.body]).toEqual([path, plain.statusCode, plain.body])
        expect(answer.headers['content-type']).toBe(plain.headers['content-type'])
      }
    }
  })

  it('differs by what a client accepts, which caches are told', async () => {
    for (const accept of [PERSON, '*/*', 'application/json']) {
      const vary = String((await get(on, '/', 'br', accept)).headers.vary)
        .toLowerCase()
        .split(/, */)
      expect(vary).toContain('accept')
      expect(vary).toContain('accept-encoding')
    }
  })

  it('is not there when it is switched off', async () => {
    expect((await get(off, '/')).body).toContain('<h1>Curia</h1>')
    expect((await get(off, '/games/96c7ead858f549c0')).statusCode).toBe(404)
    expect((await get(off, '/favicon.svg')).statusCode).toBe(404)
  })
})
