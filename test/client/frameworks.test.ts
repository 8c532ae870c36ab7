import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { createElement } from 'react'
import type { ReactTestRenderer } from 'react-test-renderer'
import ts from 'typescript'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRenderer, h } from 'vue'
import type { Curia, LiveMatch, Observable } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import { atLast } from '../support/at-last.ts'
import { BadLine } from '../support/bad-line.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { blocksOf, read } from '../support/markdown.ts'
import { newPlayer } from '../support/players.ts'
import { Clients, codeOf } from './support.ts'

const require = createRequire(import.meta.url)

/** The function `useValue` of the page of the SDK, for a framework. */
function documented<Use>(framework: string): Use {
  const { content } = blocksOf(read('docs/client.md')).find(({ info }) => info === `ts ${framework}`)!
  const { outputText } = ts.transpileModule(content, { compilerOptions: { module: ts.ModuleKind.CommonJS } })
  const exports: { useValue?: Use } = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- It is the code of our own page.
  const run = new Function('exports', 'require', outputText) as (...parts: unknown[]) => void
  run(exports, require)
  return exports.useValue!
}

/** What a framework has rendered of an observable, one value after the other, and the end of it. */
interface Rendered {
  values: unknown[]
  unmount: () => void
}

let react: (observable: Observable<unknown>) => Rendered
function withReact(): typeof react {
  const { create } = require('react-test-renderer') as { create: (element: unknown) => ReactTestRenderer }
  const useValue = documented<(observable: Observable<unknown>) => unknown>('react')
  return (observable) => {
    const values: unknown[] = []
    const root = create(
      createElement(() => {
        values.push(useValue(observable))
        return null
      }),
    )
    return { values, unmount: () => root.unmount() }
  }
}

/** A renderer of Vue that has nothing to draw on. */
const { createApp } = createRenderer<object, object>({
  insert: () => undefined,
  remove: () => undefined,
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  setText: () => undefined,
  setElementText: () => undefined,
  parentNode: () => null,
  nextSibling: () => null,
  patchProp: () => undefined,
})

function vue(observable: Observable<unknown>): Rendered {
  const useValue = documented<(observable: Observable<unknown>) => { value: unknown }>('vue')
  const values: unknown[] = []
  const app = createApp({
    setup: () => {
      const value = useValue(observable)
      return () => {
        values.push(value.value)
        return h('p')
      }
    },
  })
  app.mount({})
  return { values, unmount: () => app.unmount() }
}

let open: TestGateway
let line: BadLine
let clients: Clients
beforeEach(async () => {
  // React tells a page from a test by this, and says otherwise that its renderer is deprecated for pages.
  vi.stubGlobal('IS_REACT_NATIVE_TEST_ENVIRONMENT', true)
  react = withReact()
  open = await openGateway()
  line = await BadLine.open(() => open.url)
  clients = new Clients(open)
})
afterEach(async () => {
  clients.close()
  await line.close()
  await open.close()
  vi.unstubAllGlobals()
})

/** Plays some turns, and resolves when both players have seen them. */
async function playTurns(matches: readonly LiveMatch[], count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const version = Math.max(...matches.map(({ value }) => value.version))
    await Promise.all(matches.map((match) => match.until((state) => state.version >= version)))
    const mover = matches.find(({ value }) => value.snapshot.board?.legal)!
    await mover.act(expandOffers(mover.value.snapshot.board!.legal)[0]!)
  }
}

const isObservable = (field: [name: string, unknown]): field is [string, Observable<unknown>] =>
  typeof field[1] === 'object' && field[1] !== null && 'value' in field[1] && 'subscribe' in field[1]

/** Everything of a client and of a match of it that can be observed, by name. */
const observablesOf = (curia: Curia, match: LiveMatch): [string, Observable<unknown>][] =>
  Object.entries<unknown>({ ...curia, match, clocks: match.clocks }).filter(isObservable)

it('React and Vue render every observable: its value is the same object until it changes', async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const player = newPlayer('Ada')
  const [ada, ben] = [await clients.open(player, { url: line.url }), await clients.open('Ben')]
  const mine = await ada.create({ seat: 0, clock: 'blitz' })
  const watched = observablesOf(ada, mine).map(([name, observable]) => {
    const values: unknown[] = []
    observable.subscribe((value) => values.push(value))
    return { name, observable, values, rendered: [react(observable), vue(observable)] }
  })
  for (const known of [ada.tables, ada.challenges, ada.matches] as Observable<unknown>[])
    await until(known, (value) => value !== null)

  const theirs = await ben.join({ code: mine.value.snapshot.code! })
  await playTurns([mine, theirs], 6)
  await theirs.say('Good luck')
  const challenge = await ben.challenges.send({ to: { player: player.id }, clock: 'blitz', rated: false })
  await ben.challenges.close(challenge.id)
  await ben.create({ listed: true })
  open.lobby.connections.tell(null, { event: 'server:notice', payload: { notice: { text: 'Hello', at: 1 } } })
  await ben.queue.join({ clock: 'blitz', rated: false }).catch(() => undefined)

  line.cut()
  await until(ada.connection, (state) => state !== 'online')
  await until(ada.connection, (state) => state === 'online')
  await mine.until(({ live }) => live)
  await playTurns([mine, theirs], 2)
  await theirs.resign()
  await mine.until(({ ended }) => ended !== null)
  line.sever()
  expect(await codeOf(ada.logOut())).toBe('offline')

  // A clock that stands still no longer changes, so that both frameworks come to show what there is.
  for (const { name, observable, values, rendered } of watched) {
    expect(values.length, name).toBeGreaterThan(1)
    const different = values.filter((value, index) => index === 0 || value !== values[index - 1])
    const alike = different.filter((value, index) => index > 0 && isDeepStrictEqual(value, different[index - 1]))
    expect(alike, name).toEqual([])
    for (const { values: shown, unmount } of rendered) {
      await atLast(() => expect(shown.at(-1), name).toBe(observable.value))
      unmount()
    }
  }
  expect(faults.mock.calls).toEqual([])
})
