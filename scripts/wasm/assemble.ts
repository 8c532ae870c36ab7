import { readFile } from 'node:fs/promises'
import wabt from 'wabt'

const EVALUATION = new URL('../../src/bots/evaluation/', import.meta.url)
const SOURCE = new URL('judge.wat', EVALUATION)
/** Where the module is kept: so an install needs no assembler. */
export const ASSEMBLED = new URL('judge-wasm.ts', EVALUATION)

/**
 * The source of `judge-wasm.ts`.
 * @throws Error with the line, if judge.wat is not valid.
 */
export async function assembled(): Promise<string> {
  const toolkit = await wabt()
  const module = toolkit.parseWat('judge.wat', await readFile(SOURCE), { simd: true })
  module.validate()
  const bytes = Buffer.from(module.toBinary({}).buffer)
  module.destroy()
  const lines = bytes.toString('base64').match(/.{1,100}/g)!
  return `/** The module of judge.wat, as base64: \`npm run wasm\` writes it. */
export const JUDGE = [
${lines.map((line) => `  '${line}',\n`).join('')}].join('')
`
}
