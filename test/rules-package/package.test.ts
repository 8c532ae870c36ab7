import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/artifacts.ts'
import { builtSdk } from '../support/build.ts'
import { faultsOf, Project, SOURCE_OPTIONS } from '../support/installed.ts'
import { blocksOf, read } from '../support/markdown.ts'

const SOURCE = join(ROOT, 'rules/src/index.ts')

/** A project of someone who has installed the package, and nothing else. */
let project: Project
let installed: string
/** The package as servers have it. */
let tarball: string
beforeAll(async () => {
  project = await Project.open()
  tarball = join(await builtSdk(), 'curia-rules.tgz')
  installed = await project.install('@curia/rules', tarball)
})
afterAll(() => project.remove())

/** All modules that a program is built with, and how long it is (bytes), if it uses some of what the package exports. */
async function builtWith(names: string): Promise<{ modules: string[]; bytes: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: `export { ${names} } from '@curia/rules'`, resolveDir: project.folder },
    bundle: true,
    format: 'esm',
    metafile: true,
    minify: true,
    write: false,
  })
  const [output] = Object.values(metafile.outputs)
  const used = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { modules: used.map(([path]) => path.split('/dist/')[1]!), bytes: outputFiles[0]!.contents.length }
}

describe('the package of the rules', () => {
  it('depends on nothing: its modules import each other alone, and the runner what Node has', async () => {
    expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(Object.keys(manifest).filter((field) => /dependencies/i.test(field))).toEqual([])
    const files = (await readdir(join(installed, 'dist'), { recursive: true })).filter((name) =>
      /\.c?[jt]s$/.test(name),
    )
    for (const name of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts', 'runner.js'])
      expect(files).toContain(name)
    for (const name of files) {
      const code = await readFile(join(installed, 'dist', name), 'utf8')
      const imported = [...code.matchAll(/(?:^import .*|^\} )from '(.*?)'|\b(?:require|import)\('(.*?)'\)/gm)]
      const others = imported.map(([, one, other]) => one ?? other!).filter((path) => !path.startsWith('.'))
      expect(
        others.filter((path) => name !== 'runner.js' || !path.startsWith('node:')),
        name,
      ).toEqual([])
      expect(code, name).not.toMatch(/\bzod\b/)
    }
  })

  it('is faultless to publint, and its types are found in every way to import it', async () => {
    expect(await faultsOf(tarball)).toEqual([])
  })

  it('has types that are those of the rules, and none is any', async () => {
    const { names, faults } = await project.compareTypes(SOURCE, join(installed, 'dist/index.d.ts'))
    expect(faults).toEqual([])
    expect(names.length).toBeGreaterThan(30)
  })

  it('is the same for import and for require', async () => {
    const play = `
      const options = matchOptions('agora-pantheon')
      let state = start(options, deal('a seed', options))
      let actions = 0
      for (; state.toAct !== null; actions++) state = reduce(state, legalActions(state).at(actions % 3 - 1)).state
      console.log(JSON.stringify([actions, state.result, score(state), view(state, 0), catalogue(options)]))`
    const names = '{ catalogue, deal, legalActions, matchOptions, reduce, score, start, view }'
    const imported = await project.evaluate(`import ${names} from '@curia/rules'${play}`)
    const required = await project.evaluate(
      `import module from 'node:module'
      const ${names} = module.createRequire(process.cwd() + '/')('@curia/rules')${play}`,
    )
    expect(JSON.parse(imported)).toMatchObject([expect.any(Number), { by: expect.any(String) as string }, {}, {}, {}])
    expect(required).toBe(imported)
  })

  it('gives a program no more of itself than the program uses', async () => {
    const [all, box, dealt] = await Promise.all([
      builtWith('reduce, view, start'),
      builtWith('catalogue'),
      builtWith('deal'),
    ])
    const decisions = ({ modules }: typeof all): string[] =>
      modules.filter((name) => /decisions|effects|view/.test(name))
    expect(decisions(all).length).toBeGreaterThan(20)
    for (const part of [box, dealt]) {
      expect(decisions(part)).toEqual([])
      expect(part.bytes).toBeLessThan(all.bytes / 2)
    }
    expect(box.modules).not.toContain('rules/deal/deal.js')
  })

  it('runs in a page, too: its sources compile with the types of a browser', () => {
    const options = { ...SOURCE_OPTIONS, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [], noEmit: true }
    expect(project.compile([SOURCE], options)).toEqual([])
  })

  it('compiles as strictly as can be in the program of its README, which plays a game', async () => {
    const program = blocksOf(read('rules/README.md')).find(({ info }) => info === 'ts game')!.content
    const file = await project.write('game.ts', program)
    expect(project.compile([file], { types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] })).toEqual([])
    expect(await project.run(process.execPath, ['game.js'])).toMatch(/^\d+ actions, (by \w+|a tie)/)
  })
})
