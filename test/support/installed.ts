import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Analysis } from '@arethetypeswrong/core'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import ts from 'typescript'
import { ROOT } from './artifacts.ts'
import { endWithUs } from './child.ts'

/** A project of someone who has installed packages of ours, in a folder of its own. */
export class Project {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<Project> {
    const folder = await mkdtemp(join(tmpdir(), 'curia-project-'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    return new Project(folder)
  }

  /** Installs a package as a server has it. Returns its folder. */
  async install(name: string, tarball: string): Promise<string> {
    const installed = join(this.folder, 'node_modules', name)
    await mkdir(installed, { recursive: true })
    await this.run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
    return installed
  }

  /** Installs a package of others, as this project has it. */
  async link(name: string): Promise<void> {
    const link = join(this.folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), link)
  }

  /** Writes a file. Returns its path. */
  async write(name: string, content: string): Promise<string> {
    const path = join(this.folder, name)
    await writeFile(path, content)
    return path
  }

  /** Runs something to its end. Returns what it has said. @throws Error with that, if it fails. */
  async run(command: string, args: string[]): Promise<string> {
    const child = spawn(command, args, { cwd: this.folder })
    endWithUs(child)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    if ((await ended) !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`)
    return out
  }

  /** Runs the code of a module. Returns what it has said. @throws Error with that, if it fails. */
  evaluate(code: string): Promise<string> {
    return this.run(process.execPath, ['--input-type=module', '-e', code])
  }

  /** Compiles files as strictly as can be. Returns the messages of the compiler. */
  compile(files: string[], options: ts.CompilerOptions = {}): string[] {
    const program = ts.createProgram(files, {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      typeRoots: [join(this.folder, 'node_modules/@types')],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      skipLibCheck: false,
      ...options,
    })
    const emitted = options.noEmit ? [] : program.emit().diagnostics
    return [...ts.getPreEmitDiagnostics(program), ...emitted].map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  }

  /**
   * Compares every type that a source exports, but for classes, with that of a package.
   * @returns the names of all of them, and a message for each that differs, or that is any
   */
  async compareTypes(source: string, packed: string): Promise<{ names: string[]; faults: string[] }> {
    const program = ts.createProgram([source], { ...SOURCE_OPTIONS, noEmit: true })
    const names = typesOf(program.getTypeChecker(), program.getSourceFile(source)!)
    const lines = [
      `import type * as source from '${source}'`,
      `import type * as packed from '${packed}'`,
      'type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false',
      'type Known<A> = 0 extends 1 & A ? false : true',
      ...names.map(
        (name) => `export const ${name}: [Both<packed.${name}, source.${name}>, Known<packed.${name}>] = [true, true]`,
      ),
    ]
    const file = await this.write('same.ts', lines.join('\n'))
    return { names, faults: this.compile([file], { ...SOURCE_OPTIONS, noEmit: true }) }
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

/** The names of the types that a module exports, without classes: each is a type of its own. */
const typesOf = (checker: ts.TypeChecker, module: ts.SourceFile): string[] =>
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(module)!)
    .filter((symbol) => {
      const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return flags & ts.SymbolFlags.Type & ~ts.SymbolFlags.Class
    })
    .map(({ name }) => name)

/** How the sources of this project are compiled. */
export const SOURCE_OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: false,
  typeRoots: [join(ROOT, 'node_modules/@types')],
}

/** What publint, and a look for its types in every way to import it, find wrong with a package. */
export async function faultsOf(tarball: string): Promise<unknown[]> {
  const packed = new Uint8Array(await readFile(tarball))
  const { messages } = await publint({ pack: { tarball: packed.buffer }, strict: true })
  const { types, problems } = (await checkPackage(createPackageFromTarballData(packed))) as Analysis
  return [...messages, ...problems, ...(types.kind === 'included' ? [] : ['it has no types'])]
}
