/** What generators make of the documents compiles, and each type has a name that says what it is. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHttp } from '../support/http.ts'

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
/** Where the generators are installed, for all later runs. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/generators/', import.meta.url))
const DOCUMENTS = { 'openapi.json': '/docs/json', 'asyncapi.json': '/docs/asyncapi.json' }

/** What a client does with the types of openapi-typescript. */
const PROGRAM = `
  import type { components, operations, paths } from './openapi-typescript/openapi.ts'

  type Schemas = components['schemas']
  type View = paths['/v1/matches/{id}']['get']['responses'][200]['content']['application/json']
  type ActRequest = NonNullable<operations['act']['requestBody']>['content']['application/json']

  /** Every legal action of one type, with all fields. */
  export function discards(view: View): ActRequest[] {
    const { board } = view.snapshot
    const offers = (board?.legal ?? []) as Schemas['KnownOffer'][]
    return offers.flatMap((offer) => {
      if (offer.type !== 'discard-card') return []
      const slots: number[] = offer.slot
      return slots.map((slot) => ({ actionId: 'action-' + slot, version: view.version, action: { type: 'discard-card', slot } }))
    })
  }

  /** Narrows an event by its type. */
  export function coins(event: Schemas['KnownEvent']): number {
    switch (event.type) {
      case 'coins-gained': return event.coins
      case 'coins-lost': return -event.coins
      case 'control-changed': return event.controller ?? 0
      case 'time-given-back': return event.ms
      default: return 0
    }
  }

  export const laterEvent: Schemas['Event'] = { type: 'rain' }
  export const laterKind: Schemas['GameKind'] = 'deluge'
  // @ts-expect-error There is no such event today.
  export const wrongEvent = (event: Schemas['KnownEvent']): boolean => event.type === 'rain'
  // @ts-expect-error There is no such decision today.
  export const wrongDecision: Schemas['KnownDecisionKind'] = 'rain'
  export const body: operations['createMatch']['requestBody']['content']['application/json'] = { clock: 'blitz', rated: true }
  // @ts-expect-error No match of such a kind can be created.
  export const wrongBody: typeof body = { kind: 'deluge' }
  // @ts-expect-error An action of this type needs a slot.
  export const wrongAction: ActRequest = { actionId: 'action-1', version: 1, action: { type: 'discard-card' } }
`
const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  allowImportingTsExtensions: true,
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  skipLibCheck: true,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-generators-'))
  const http = await openHttp()
  for (const [file, path] of Object.entries(DOCUMENTS)) {
    await writeFile(join(folder, file), (await http.app.inject(path)).payload)
  }
  await http.close()
  await install()
  await run(process.execPath, [join(INSTALLED, 'generate.js'), folder, folder])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Installs the generators, unless those of the lock file are there. npm writes its own lock file at the end. */
async function install(): Promise<void> {
  await mkdir(INSTALLED, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'generate.js']) await cp(HERE + file, INSTALLED + file)
  const timeOf = (path: string): Promise<number> =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  if ((await timeOf(`${INSTALLED}node_modules/.package-lock.json`)) > (await timeOf(`${HERE}package-lock.json`))) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: INSTALLED })
}

/** What a compiler finds fault with. */
const faultsOf = (file: string, args: string[], cwd: string): Promise<string> =>
  run(file, args, { cwd }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )

it('TypeScript compiles, with a small program', async () => {
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }))
  expect(await faultsOf(process.execPath, [`${INSTALLED}node_modules/typescript/bin/tsc`], folder)).toBe('')
})

it('Go compiles', async () => {
  const module = join(folder, 'quicktype-go')
  await writeFile(join(module, 'go.mod'), 'module curia\n\ngo 1.19\n')
  expect(await faultsOf('go', ['vet', './...'], module)).toBe('')
})

it('no type is anonymous or numbered', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /^(?!hey-api\/(core|client)\/).*\/.*\.(ts|go)$/.test(file),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:type|interface|enum|class) (\w+)/gm)].map(([, name]) => name!),
  )
  expect(names).toEqual(expect.arrayContaining(['City', 'KnownEvent', 'CoinsGainedEvent', 'Quote', 'Ledger', 'Update']))
  // Orval names the answers of an operation by their status.
  const strange = names.filter((name) =>
    /anonymous|purple|fluffy|tentacled|\d/i.test(name.replace(/Response[1-5]\d\d$/, '')),
  )
  expect(strange.filter((name) => !/^HTTPStatusCode[1-5]xx$/.test(name))).toEqual([])
})
