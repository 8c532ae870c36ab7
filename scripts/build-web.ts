import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from 'vite'
import { build } from 'vite'
import { keepEarlier } from '../web/releases.ts'
import { compressAll } from './compress.ts'

// Builds the page into web/dist, or the folder that is named, with a brotli and a gzip copy next to each file that gains
// by it, and with the files of the builds before it. It fails if the page is too large.

/** What a browser may have to load before a player can look for a game, compressed by brotli, in bytes. */
const FIRST_LOAD_LIMIT = 150 * 1024
/** What a player may have to load in all, in one language: the lobby, the table with its drawings, and every other screen. */
const EVERYTHING_LIMIT = 300 * 1024
/**
 * What comes when it is shown, and nothing waits for it: the display face, which a font of the device stands for, and the
 * drawings of a table.
 */
const COMES_LATER = /^assets\/(philosopher-bold|conspiracies|divinities|wonders)-[\w-]+\.(woff2|svg)$/

const WEB = fileURLToPath(new URL('../web', import.meta.url))
const SERVED = resolve(process.argv[2] ?? join(WEB, 'dist'))
/** The build takes the place of the one before when it is whole: a server may run meanwhile. */
const DIST = `${SERVED}.new`

// Tests build what operators build.
process.env.NODE_ENV = 'production'
await build({ root: WEB, configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn', build: { outDir: DIST } })
await buildServiceWorker()
const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest
const sizes = await compressAll(DIST)
report(manifest, sizes)
await keepEarlier(SERVED, DIST)
await takeItsPlace()

async function takeItsPlace(): Promise<void> {
  const before = `${SERVED}.old`
  await mkdir(SERVED, { recursive: true })
  await rm(before, { recursive: true, force: true })
  await rename(SERVED, before)
  await rename(DIST, SERVED)
  await rm(before, { recursive: true })
}

/** The service worker, at one address in all versions, with the list of the files of this version. */
async function buildServiceWorker(): Promise<void> {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite') && entry.name !== 'index.html')
    .map((entry) => `/${relative(DIST, join(entry.parentPath, entry.name))}`)
    .sort()
  const contents = await Promise.all(['/index.html', ...files].map((path) => readFile(join(DIST, path))))
  const version = createHash('sha256').update(files.join()).update(Buffer.concat(contents)).digest('hex').slice(0, 12)
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(WEB, 'worker/main.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}

/**
 * The files of a first load: the document, everything that the entry imports at once, and all styles; and the files of
 * each language, of which a player loads one.
 */
function firstLoad(chunks: Manifest): { files: Set<string>; languages: string[][] } {
  const files = new Set(['index.html', 'favicon.svg'])
  const add = (key: string): void => {
    const chunk = chunks[key]!
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const asset of chunk.assets ?? []) if (!COMES_LATER.test(asset)) files.add(asset)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const [key, chunk] of Object.entries(chunks)) {
    if (chunk.isEntry) add(key)
    if (chunk.file.endsWith('.css')) files.add(chunk.file)
  }
  return { files, languages: [...filesOfLanguages(chunks, /^src\/text\/(?:names\.)?([\w-]+)\.json$/).values()] }
}

/** The files of each language, of the sources whose path says in its first group which language they are in. */
function filesOfLanguages(chunks: Manifest, source: RegExp): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [key, { file }] of Object.entries(chunks)) {
    const language = source.exec(key)?.[1]
    if (language !== undefined) languages.set(language, [...(languages.get(language) ?? []), file])
  }
  return languages
}

function report(chunks: Manifest, sizes: ReadonlyMap<string, number>): void {
  const sumOf = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
  const { files, languages } = firstLoad(chunks)
  const first = sumOf(files) + Math.max(0, ...languages.map(sumOf))
  // The texts of a language and its lessons: all but the largest are never loaded by the same player.
  const texts = [...filesOfLanguages(chunks, /^src\/(?:text|learn)\/(?:names\.)?([a-z]{2,3}(?:-\w+)*)\.json$/).values()]
  const ofLanguages = texts.map(sumOf)
  const everything =
    sumOf(sizes.keys()) - ofLanguages.reduce((sum, size) => sum + size, 0) + Math.max(0, ...ofLanguages)
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
  console.log(
    `The page (brotli): first load ${kilobytes(first)} of at most ${kilobytes(FIRST_LOAD_LIMIT)}, ` +
      `everything in one language ${kilobytes(everything)} of at most ${kilobytes(EVERYTHING_LIMIT)}`,
  )
  if (first > FIRST_LOAD_LIMIT) throw new Error('the first load of the page is too large')
  if (everything > EVERYTHING_LIMIT) throw new Error('the page is too large')
}
