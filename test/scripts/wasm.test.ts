import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ASSEMBLED, assembled } from '../../scripts/wasm/assemble.ts'

it('what runs the networks of the bots is assembled from its source: if not, npm run wasm', async () => {
  expect(readFileSync(ASSEMBLED, 'utf8')).toBe(await assembled())
})
