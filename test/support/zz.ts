import { generate } from 'json-merge-patch'
import { advance, openFold, snapshot } from '../../src/record/index.ts'
import { randomRecord } from './random-record.ts'
let ta = 0, tv = 0, tg = 0, n = 0
for (let g = 0; g < 60; g++) {
  const r = randomRecord((g + 1000).toString(16).padStart(64, '0'))
  const warm = g > 20
  let fold = openFold(r.header, r.createdAt); let prev = ([0, 1, 'spectator'] as const).map((v) => snapshot(fold, v))
  for (const e of r.entries) {
    let t = performance.now(); fold = advance(fold, e).fold; if (warm) ta += performance.now() - t
    t = performance.now(); const next = ([0, 1, 'spectator'] as const).map((v) => snapshot(fold, v)); if (warm) tv += performance.now() - t
    t = performance.now(); next.map((s, i) => generate(prev[i]!, s)); if (warm) tg += performance.now() - t
    prev = next; if (warm) n++
  }
}
console.log({ advance: ta / n * 1000, views3: tv / n * 1000, patches3: tg / n * 1000 }, 'us')
