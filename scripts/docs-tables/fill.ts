/** Makes one table as Markdown, without empty lines around it. */
export type Tables = Readonly<Record<string, () => string>>

const MARKED = /^<!-- table: (\S+) -->\n([^]*?)^<!-- \/table -->$/gm

/** The names of the tables that a document has places for, in their order. */
export const placesIn = (markdown: string): string[] => [...markdown.matchAll(MARKED)].map(([, name]) => name!)

/**
 * A document with every table between its markers made again. Text outside of markers does not change.
 * @throws Error if the document names a table that nothing makes, or a marker has no counterpart.
 */
export function fillTables(markdown: string, tables: Tables): string {
  const markers = markdown.match(/^<!-- \/?table\b.*$/gm) ?? []
  if (markers.length !== 2 * placesIn(markdown).length) throw new Error('a marker of a table has no counterpart')
  return markdown.replace(MARKED, (_, name: string) => {
    const make = Object.hasOwn(tables, name) ? tables[name] : undefined
    if (!make) throw new Error(`nothing makes the table "${name}"`)
    return `<!-- table: ${name} -->\n\n${make()}\n\n<!-- /table -->`
  })
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** An id as it is written in a document. */
export const code = (id: string): string => `\`${id}\``
