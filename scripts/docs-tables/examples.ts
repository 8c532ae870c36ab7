import { readdir, readFile } from 'node:fs/promises'
import * as protocol from '../../src/protocol/index.ts'

const DOCS = new URL('../../docs/', import.meta.url)

/** The pages of the protocol, as Markdown. */
async function pages(): Promise<string[]> {
  const files = (await readdir(DOCS, { recursive: true })).filter((file) => /^protocol(\/.*)?\.md$/.test(file))
  return Promise.all(files.sort().map((file) => readFile(new URL(file, DOCS), 'utf8')))
}

/** By name of a schema of src/protocol, its examples in the pages of the protocol. The server has no pages: it has these. */
export async function makeExamples(): Promise<string> {
  const examples: Record<string, unknown[]> = {}
  for (const [, info, content] of (await pages()).join('\n').matchAll(/^```json ([^\n]*)\n(.*?)^```$/gms)) {
    const [kind, name = kind!] = info!.split(' ')
    const example = JSON.parse(content!) as { ok?: boolean }
    // The schema of an answer is without what every acknowledgement has.
    if (kind === 'ack') delete example.ok
    if (`${name}Schema` in protocol) (examples[name] ??= []).push(example)
  }
  return `${JSON.stringify(examples, null, 1)}\n`
}
