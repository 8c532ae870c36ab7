import type { LoadOptions } from './load.ts'
import { runLoad } from './load.ts'

// The driver in a process of its own: options as one JSON argument, the result as one line of JSON.
const result = await runLoad(JSON.parse(process.argv[2]!) as LoadOptions)
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
