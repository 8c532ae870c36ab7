import { writeFile } from 'node:fs/promises'
import { ASSEMBLED, assembled } from './assemble.ts'

// Assembles what runs the networks of the bots: npm run wasm

await writeFile(ASSEMBLED, await assembled())
