import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withRelease } from '../../scripts/release/changelog.ts'
import type { Manifest } from '../../scripts/release/manifest.ts'
import { withVersion } from '../../scripts/release/manifest.ts'
import { isAfter } from '../../scripts/release/version.ts'
import { ROOT } from '../support/artifacts.ts'
import { bundled } from '../support/bundle.ts'

const PRESENT = (JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest).version
/** After each version that this project may have had. */
const NEXT = '1000.0.0'
const MANIFESTS = ['package.json', 'client/package.json', 'rules/package.json', 'web/package.json', 'package-lock.json']
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### For players\n\n- New.\n\n## 0.1.0 – 2026-01-02\n\n- Old.\n'

describe('a version', () => {
  const IN_ORDER = [
    ['0.2.0', '0.1.0'],
    ['0.1.10', '0.1.9'],
    ['1.0.0', '0.99.99'],
    ['0.10.0', '0.9.5'],
  ] as const

  it.each(IN_ORDER)('%s comes after %s', (one, other) => {
    expect([isAfter(one, other), isAfter(other, one), isAfter(one, one)]).toEqual([true, false, false])
  })

  it.each(['1.0', '1.0.0-beta.1', 'v1.0.0', '01.0.0', '1.0.0 ', ''])('has three numbers, unlike "%s"', (text) => {
    expect(() => isAfter(text, '0.1.0')).toThrow('three numbers')
  })
})

describe('the changelog of a release', () => {
  it('has its changes under the version and the date, below nothing that is unreleased', () => {
    const changelog = withRelease(CHANGELOG, '0.2.0', '2026-12-24')
    expect(changelog).toBe(CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 – 2026-12-24\n'))
    expect(() => withRelease(changelog, '0.3.0', '2026-12-25')).toThrow('no change')
  })
})

it('a manifest of another version needs it of the packages of the project alone', () => {
  const manifest = (version: string): Manifest => ({
    name: 'one',
    version,
    dependencies: { two: version, other: '0.1.0' },
    devDependencies: { two: version },
  })
  expect(withVersion(manifest('0.1.0'), '0.2.0', ['one', 'two'])).toEqual(manifest('0.2.0'))
})

describe('npm run release', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curia-release-'))
    for (const path of ['client', 'rules', 'web']) await mkdir(join(folder, path))
    for (const path of [...MANIFESTS, '.gitignore']) await cp(join(ROOT, path), join(folder, path))
    await writeFile(join(folder, 'CHANGELOG.md'), CHANGELOG)
    await git('init', '--quiet', '--initial-branch', 'main')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'All')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Runs a program in the project. Nothing that is set on this machine matters, and a package is packed as it is. */
  const run = (program: string, ...args: string[]): Promise<{ stdout: string }> => {
    const env = {
      PATH: process.env.PATH,
      HOME: join(folder, '.git'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_COMMITTER_NAME: 'Ada',
      EMAIL: 'ada@a.test',
      npm_config_ignore_scripts: 'true',
      npm_config_update_notifier: 'false',
    }
    return promisify(execFile)(program, args, { cwd: folder, env })
  }
  const git = async (...args: string[]): Promise<string> => (await run('git', ...args)).stdout.trim()
  const release = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, await bundled('scripts/release/main.ts'), ...args)).stdout

  it('commits and tags the version in all packages, packs those that are public, and prints what makes it public', async () => {
    const said = await release(NEXT)
    expect(await git('status', '--porcelain')).toBe('')
    expect(await git('log', '--format=%s %D')).toBe(`Version ${NEXT} HEAD -> main, tag: v${NEXT}\nAll`)
    expect(await git('diff', '--name-only', 'HEAD~1')).toBe(['CHANGELOG.md', ...MANIFESTS].sort().join('\n'))
    // A line for each version in the manifests and the lock, one of them of the SDK, which the page needs.
    const diff = (await git('diff', '--unified=0', 'HEAD~1', '--', ...MANIFESTS)).match(/^[+-] .*$/gm)!
    const linesOf = (sign: string): string[] =>
      diff.filter((line) => line.startsWith(sign)).map((line) => line.slice(1))
    expect(linesOf('+')).toEqual(linesOf('-').map((line) => line.replace(`"${PRESENT}"`, `"${NEXT}"`)))
    expect(linesOf('+').filter((line) => line.includes('"version": '))).toHaveLength(9)
    expect(linesOf('+').filter((line) => line.includes('"@curia/client": '))).toHaveLength(2)
    expect(linesOf('+')).toHaveLength(11)
    const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8')
    expect(changelog).toMatch(new RegExp(`\n## Unreleased\n\n## ${NEXT} – \\d{4}-\\d\\d-\\d\\d\n\n### For players\n`))
    const packed = ['client', 'rules'].map((name) => `curia-${name}-${NEXT}.tgz`)
    expect(await readdir(join(folder, 'release'))).toEqual(packed)
    expect(said.trim().split('\n').slice(-4)).toEqual([
      `docker build --tag curia:${NEXT} .`,
      `git push --atomic origin main v${NEXT}`,
      ...packed.map((file) => `npm publish --provenance --access public ./release/${file}`),
    ])
  })

  it.each<[reason: string, version: string, prepare: () => Promise<unknown>]>([
    ['does not come after', PRESENT, () => Promise.resolve()],
    ['three numbers', `${NEXT}-beta`, () => Promise.resolve()],
    ['branch main', NEXT, () => git('switch', '--quiet', '--create', 'other')],
    ['not committed', NEXT, () => writeFile(join(folder, 'new'), '')],
    ['is there already', NEXT, () => git('tag', `v${NEXT}`)],
    [
      'no change',
      NEXT,
      async () => {
        await writeFile(join(folder, 'CHANGELOG.md'), CHANGELOG.replace(/\n### .*\n\n- New\.\n/, ''))
        await git('commit', '--quiet', '--all', '--message', 'Nothing is new')
      },
    ],
  ])('says "%s" and changes nothing', async (reason, version, prepare) => {
    await prepare()
    const stateOf = (): Promise<string[]> =>
      Promise.all([git('status', '--porcelain'), git('log', '--format=%H'), git('tag')])
    const before = await stateOf()
    await expect(release(version)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) as string })
    expect(await stateOf()).toEqual(before)
  })
})
