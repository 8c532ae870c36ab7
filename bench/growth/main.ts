import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CURVES } from './curves.ts'
import { fit } from './fit.ts'
import { svgOf } from './plot.ts'

// How costs grow: measures each cost at several sizes, writes a plot to docs/performance/ and prints the points with the exponent
// that fits them.
// npm run bench:growth -- [curve ...] [--seconds 8] [--warm-up 4]

const FOLDER = fileURLToPath(new URL('../../docs/performance', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '8' }, 'warm-up': { type: 'string', default: '4' } },
})
const unknown = positionals.find((name) => !(name in CURVES))
if (unknown !== undefined) throw new Error(`There is no curve ${unknown}; there are ${Object.keys(CURVES).join(', ')}.`)
const lengths = { seconds: Number(values.seconds), warmUpSeconds: Number(values['warm-up']) }

await mkdir(FOLDER, { recursive: true })
for (const name of positionals.length > 0 ? positionals : Object.keys(CURVES)) {
  const plot = await CURVES[name]!(lengths)
  await writeFile(join(FOLDER, `${name}.svg`), svgOf(plot))
  process.stdout.write(`\n## ${plot.title}\n\n`)
  for (const { name: series, points } of plot.series) {
    const cells = points.map(({ x, y }) => `${x}: ${y.toPrecision(3)}`).join(', ')
    process.stdout.write(`${series} (${plot.y}): ${cells}; exponent ${fit(points).exponent.toFixed(2)}\n`)
  }
}
