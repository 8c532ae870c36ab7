import type { Target } from '../../test/support/attacks.ts'
import { ATTACKS } from '../../test/support/attacks.ts'

// One attack of `main.ts`, again and again. Arguments: its name, and its target as JSON.

const [name, target] = process.argv.slice(2)
process.send!('begins')
for (;;) await ATTACKS[name!]!(JSON.parse(target!) as Target).catch(() => undefined)
