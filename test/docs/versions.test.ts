import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { read } from '../support/markdown.ts'

interface Manifest {
  version: string
  workspaces: string[]
  engines?: { node: string }
  devDependencies?: Record<string, string>
}

interface Step {
  uses?: string
  with?: Record<string, string>
  run?: string
}

interface Job {
  'timeout-minutes': number
  strategy: { matrix: { node: string[] } }
  steps: Step[]
}

const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}package.json`)) as Manifest
const manifest = manifestOf('')
const packages = manifest.workspaces.map((folder) => manifestOf(`${folder}/`))
/** The lowest version of Node, such as 20.19, and the major version that the image has. */
const lowest = manifest.engines!.node.replace('>=', '')
const newest = read('.nvmrc').trim()
const [lowestMajor, lowestMinor] = lowest.split('.')

describe('the lowest version of Node', () => {
  it('is the same in all packages that name one', () => {
    const named = packages.flatMap(({ engines }) => engines ?? [])
    expect(named.length).toBeGreaterThan(0)
    for (const engines of named) expect(engines).toEqual(manifest.engines)
  })

  it('is the one for which types are checked, so that nothing is used that it lacks', () => {
    expect(manifest.devDependencies!['@types/node']).toMatch(new RegExp(`^${lowestMajor}\\.`))
  })

  it('is the one that scripts/test asks for, and that its readers are told', () => {
    const condition = `major > ${lowestMajor} || (major === ${lowestMajor} && minor >= ${lowestMinor})`
    expect(read('scripts/test')).toContain(condition)
    for (const path of ['scripts/test', 'README.md', 'CONTRIBUTING.md']) {
      expect(read(path), path).toContain(`${lowest} or later`)
    }
  })
})

describe('the newest version of Node', () => {
  it('is the same in .nvmrc, in the image and in scripts/test', () => {
    expect(read('Dockerfile')).toContain(`\nARG NODE_IMAGE=node:${newest}-`)
    expect(read('scripts/test')).toMatch(new RegExp(`^NEWEST=${newest}\\.\\d+\\.\\d+$`, 'm'))
  })

  it('is the one that readers are told', () => {
    for (const path of ['CONTRIBUTING.md', 'docs/architecture.md']) {
      expect(read(path), path).toContain(`The image has Node ${newest}`)
    }
  })
})

describe('the hosted tests', () => {
  const text = read('.github/workflows/test.yml')
  const workflow = parse(text) as { permissions: object; jobs: Record<string, Job> }
  const jobs = Object.values(workflow.jobs)

  it('run scripts/test on both versions, within a time', () => {
    expect(jobs).toHaveLength(1)
    const [job] = jobs as [Job]
    expect(job.strategy.matrix.node).toEqual([lowest, newest])
    expect(job['timeout-minutes']).toBeGreaterThan(0)
    expect(job.steps.flatMap(({ run }) => run ?? [])).toEqual(['./scripts/test'])
    const [node] = job.steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'))
    expect(node?.with?.['node-version']).toBe('${{ matrix.node }}')
  })

  it('may only read the sources, know no secret, and name the major version of every action', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(text).not.toContain('secrets.')
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/)
  })
})

describe('the version of the project', () => {
  it('is that of all its packages, also where one needs another', () => {
    for (const { version } of packages) expect(version).toBe(manifest.version)
    const needed = packages.flatMap(({ devDependencies }) => devDependencies?.['@curia/client'] ?? [])
    expect(needed).toEqual([manifest.version])
  })

  it('is that of package-lock.json', () => {
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, Manifest> }
    expect([lock.version, ...['', ...manifest.workspaces].map((folder) => lock.packages[folder]!.version)]).toEqual([
      manifest.version,
      manifest.version,
      ...packages.map(({ version }) => version),
    ])
  })
})
