import type { Trial } from './trial.ts'

/** What a table shows of a trial. */
export type Row = Omit<Trial, 'evidence'>

const COLUMNS: readonly { title: string; of: (row: Row) => string }[] = [
  { title: 'disturbance', of: ({ name, what }) => `\`${name}\`: ${what}` },
  { title: 'moves', of: ({ moves }) => String(moves) },
  { title: 'moves lost', of: ({ lost }) => String(lost.moves) },
  { title: 'lines', of: ({ lines }) => String(lines) },
  { title: 'lines lost', of: ({ lost }) => String(lost.lines) },
  { title: 'lines twice', of: ({ repeated }) => String(repeated) },
  { title: 'ends lost', of: ({ lost }) => String(lost.ends) },
  { title: 'resets', of: ({ resets }) => String(resets) },
  { title: 'games', of: ({ games, matches }) => `${games} of ${matches}` },
  { title: 'first move', of: ({ recovery }) => seconds(recovery?.first) },
  { title: 'all move', of: ({ recovery }) => seconds(recovery?.all) },
  { title: 'refused', of: ({ refused }) => codes(refused) || 'none' },
  { title: 'faults', of: ({ faults }) => String(faults.length) },
]

const codes = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([code, count]) => `\`${code}\` ${count}`)
    .join(', ')

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The trials as a table in Markdown. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    line(COLUMNS.map(({ title }) => title)),
    line(COLUMNS.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map((row) => line(COLUMNS.map(({ of }) => of(row)))),
  ].join('\n')
