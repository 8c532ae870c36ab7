import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withRelease } from './changelog.ts'
import type { Manifest } from './manifest.ts'
import { withVersion } from './manifest.ts'
import { isAfter } from './version.ts'

// Makes a release of main, which is committed and tagged here, and packs its packages into release/:
//   npm run release -- 0.2.0
// It prints the commands that make it public, and runs them with --publish.

type Root = Manifest & { workspaces: string[] }
type Lock = Manifest & { packages: Record<string, Manifest> }

const CHANGELOG = 'CHANGELOG.md'
const LOCK = 'package-lock.json'
const PACKED = 'release'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { publish: { type: 'boolean' } } })
const [version, ...rest] = positionals
if (version === undefined || rest.length > 0) {
  console.error('Usage: npm run release -- VERSION [--publish]')
  process.exit(2)
}
try {
  release(version)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

function release(version: string): void {
  const tag = `v${version}`
  const root = manifestOf('.') as Root
  check(root.version, version, tag)
  const changelog = withRelease(readFileSync(CHANGELOG, 'utf8'), version, new Date().toISOString().slice(0, 10))
  writeFileSync(CHANGELOG, changelog)
  setVersions(root, version)
  // A release whose packages cannot be packed is not committed.
  const packed = pack(root)
  run('git', 'commit', '--quiet', '--all', '--message', `Version ${version}`)
  run('git', 'tag', '--annotate', '--message', `Version ${version}`, tag)
  const commands = [
    ['docker', 'build', '--tag', `curia:${version}`, '.'],
    ['git', 'push', '--atomic', 'origin', 'main', tag],
    ...packed.map((file) => ['npm', 'publish', '--provenance', '--access', 'public', `./${PACKED}/${file}`]),
  ] as const
  for (const [program, ...args] of commands) {
    console.log([program, ...args].join(' '))
    if (values.publish) run(program, ...args)
  }
}

/** @throws Error if main, as it is here, cannot become this version. */
function check(present: string, version: string, tag: string): void {
  if (!isAfter(version, present)) throw new Error(`${version} does not come after ${present}, the present version`)
  if (read('git', 'branch', '--show-current') !== 'main') throw new Error('A release is made on the branch main')
  if (read('git', 'status', '--porcelain') !== '') throw new Error('Something is not committed: see git status')
  if (read('git', 'tag', '--list', tag) !== '') throw new Error(`The tag ${tag} is there already`)
}

/** Sets the version of all packages of the project, and of what one of them needs of another. */
function setVersions(root: Root, version: string): void {
  const project = root.workspaces.map((folder) => manifestOf(folder).name)
  for (const folder of ['.', ...root.workspaces]) {
    write(`${folder}/package.json`, withVersion(manifestOf(folder), version, project))
  }
  const lock = JSON.parse(readFileSync(LOCK, 'utf8')) as Lock
  for (const folder of ['', ...root.workspaces]) {
    lock.packages[folder] = withVersion(lock.packages[folder]!, version, project)
  }
  write(LOCK, { ...lock, version })
}

/** Packs every package that is not private. Returns the names of the files. */
function pack(root: Root): string[] {
  rmSync(PACKED, { recursive: true, force: true })
  mkdirSync(PACKED)
  for (const folder of root.workspaces.filter((each) => !manifestOf(each).private)) {
    run('npm', 'pack', '--silent', '--workspace', folder, '--pack-destination', PACKED)
  }
  return readdirSync(PACKED)
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest
}

function write(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'inherit' })
}

function read(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}
