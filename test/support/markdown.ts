import { readFileSync } from 'node:fs'

/** A text of the project, by its path from the root. */
export const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The pages of the protocol, by their paths. */
export const PROTOCOL_PAGES = [
  'docs/protocol.md',
  ...['match', 'http', 'lobby', 'accounts', 'games', 'tournaments', 'moderation', 'reference', 'testing'].map(
    (name) => `docs/protocol/${name}.md`,
  ),
]

/** The pages of the protocol, as one. */
export const readProtocol = (): string => PROTOCOL_PAGES.map(read).join('\n')

/** A block of code: what stands after its opening fence, and its content. */
export interface Block {
  info: string
  content: string
}

export const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info, content]) => ({ info: info!, content: content! }))

export const withoutBlocks = (markdown: string): string => markdown.replace(/^```[^\n]*\n.*?^```$/gms, '')

/** The rows of every table whose first cell is code, as the cells' text. */
export const rowsOf = (markdown: string): string[][] =>
  [...markdown.matchAll(/^\| (`.*) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))

/** Everything that stands in backticks. */
export const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** The part under a heading, up to the next one of its level. */
export function sectionOf(markdown: string, heading: string): string {
  const start = markdown.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`there is no heading "${heading}"`)
  const level = heading.split(' ')[0]!
  const end = markdown.indexOf(`\n${level} `, start + heading.length)
  return markdown.slice(start, end < 0 ? undefined : end)
}
