import { webcrypto } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type * as Client from '../../client/src/index.ts'
import type { AsyncStorageLike } from '../../client/src/index.ts'
import { ROOT } from '../support/artifacts.ts'
import { atLast } from '../support/at-last.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { MemoryStorage } from './support.ts'

/** The client in one file, as Metro makes it of an app. */
let bundle: string
let server: Server
beforeAll(async () => {
  const built = await build({
    absWorkingDir: ROOT,
    entryPoints: ['client/src/index.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
    target: 'es2022',
  })
  bundle = built.outputFiles[0]!.text
  server = await startServer()
})
afterAll(() => server?.destroy())

/** `URL` of React Native, as far as it has one. */
class HalfUrl {
  get origin(): string {
    throw new Error('URL.origin is not implemented')
  }
}

/** What JavaScript itself does not have, and React Native does. */
const NATIVE = {
  AbortController,
  URL: HalfUrl,
  URLSearchParams: class {},
  WebSocket,
  clearInterval,
  clearTimeout,
  console,
  fetch,
  navigator: { product: 'ReactNative' },
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
}
const POLYFILLS = { crypto: webcrypto, URL, URLSearchParams }

/** Loads the client in an app with these globals. */
const load = (globals: object): typeof Client => {
  const app = createContext({ ...NATIVE, ...globals })
  return runInContext(`${bundle}; client`, app) as typeof Client
}

/** A storage that answers in another task, and writes at last what it was told last. */
class SlowStorage implements AsyncStorageLike {
  readonly kept = new MemoryStorage()
  getItem = async (key: string): Promise<string | null> => this.#later(() => this.kept.getItem(key))
  setItem = async (key: string, value: string): Promise<unknown> => this.#later(() => this.kept.setItem(key, value))
  removeItem = async (key: string): Promise<unknown> => this.#later(() => this.kept.removeItem(key))

  async #later<Result>(run: () => Result): Promise<Result> {
    await new Promise((resolve) => setImmediate(resolve))
    return run()
  }
}

describe('in React Native, the client', () => {
  it.each([
    ['crypto.getRandomValues', 'react-native-get-random-values', { ...POLYFILLS, crypto: undefined }],
    ['URL and URLSearchParams', 'react-native-url-polyfill/auto', { crypto: webcrypto }],
  ])('says that %s is missing, and what adds it', async (missing, polyfill, globals) => {
    const { Curia, CuriaError } = load(globals)
    for (const made of [async () => new Curia({ url: server.url }), () => Curia.open({ url: server.url })]) {
      const error: unknown = await made().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(CuriaError)
      expect(error).toMatchObject({ code: 'unsupported', details: { missing: [missing] } })
      expect((error as Error).message).toContain(polyfill)
    }
  })

  it('plays with the polyfills, and goes on with the session that an asynchronous storage has', async () => {
    const { Curia, expandOffers } = load(POLYFILLS)
    const storage = new SlowStorage()
    const curia = await Curia.open({ url: server.url, storage })
    expect(curia.session.value.status).toBe('none')
    const player = await curia.guest({ name: 'Ada' })
    const match = await curia.create({ opponent: { bot: 'novice' }, seat: 0 })
    const { version } = await match.until(({ snapshot }) => snapshot.board?.legal)
    await match.act(expandOffers(match.value.snapshot.board!.legal)[0]!)
    expect(match.value.version).toBeGreaterThan(version)
    curia.close()

    const again = await atLast(async () => {
      const opened = await Curia.open({ url: server.url, storage })
      if (opened.session.value.status === 'none') throw new Error('It is not stored yet.')
      return opened
    })
    expect(again.session.value).toEqual({ status: 'guest', player })
    expect((await again.watch(match.id)).value.snapshot.you).toBe(0)
    await again.logOut()
    await atLast(() => expect(storage.kept.items.size).toBe(0))
    again.close()
  })

  it('fails as unsupported if it exports games with a fetch that does not stream', async () => {
    const whole: typeof fetch = async (...request) => {
      const { ok, status } = await fetch(...request)
      return { ok, status } as Response
    }
    const { Curia } = load({ ...POLYFILLS, fetch: whole })
    const games = new Curia({ url: server.url }).rest.exportGames({})
    await expect(games.next()).rejects.toMatchObject({ code: 'unsupported', details: { missing: ['Response.body'] } })
  })
})

describe('a storage', () => {
  it('that answers later is refused by the constructor, which names the way', () => {
    const { Curia } = load(POLYFILLS)
    const wrong = new SlowStorage() as unknown as MemoryStorage
    expect(() => new Curia({ url: server.url, storage: wrong })).toThrow('Curia.open')
  })

  it('that fails, or answers at once, is as good for Curia.open', async () => {
    const { Curia } = load(POLYFILLS)
    const failing: AsyncStorageLike = {
      getItem: () => Promise.reject(new Error('no access')),
      setItem: () => Promise.reject(new Error('no access')),
      removeItem: () => Promise.reject(new Error('no access')),
    }
    const kept = new MemoryStorage()
    for (const storage of [failing, kept]) {
      const curia = await Curia.open({ url: server.url, storage })
      await curia.guest({ name: 'Ada' })
      expect(curia.session.value.status).toBe('guest')
      curia.close()
    }
    expect(kept.items.size).toBe(1)
  })
})
