import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHOREOGRAPHIES, heardOf } from '../../web/src/lib/choreographies.ts'
import type { Sequence, Sound } from '../../web/src/lib/sounds/plan.ts'
import { APART_MS, cuesOf, LASTS_MS, MOST_VOICES, Planner, SEQUENCES, SOUNDS } from '../../web/src/lib/sounds/plan.ts'
import { seededRandom } from '../support/random.ts'
import { launch } from './support/browser.ts'

const steps = (...events: { type: string; [field: string]: unknown }[]) => [{ version: 1, events }]

describe('the plan of the sounds', () => {
  it('never lets more than four sound at once, nor the same one begin twice within 60 ms', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 50; run += 1) {
      const planner = new Planner()
      const heard: { sound: Sound; from: number }[] = []
      for (let now = 0, index = 0; index < 300; index += 1, now += random() * 40) {
        const sound = SOUNDS[Math.floor(random() * SOUNDS.length)]!
        const from = now + random() * 500
        if (planner.take(sound, from, now)) heard.push({ sound, from })
      }
      for (const { sound, from } of heard) {
        const together = heard.filter((one) => one.from <= from && one.from + LASTS_MS[one.sound] > from)
        expect(together.length, `run ${run}, at ${from}`).toBeLessThanOrEqual(MOST_VOICES)
        const again = heard.filter((one) => one.sound === sound && Math.abs(one.from - from) < APART_MS)
        expect(again.length, `run ${run}, ${sound} at ${from}`).toBe(1)
      }
      expect(heard.length).toBeGreaterThan(10)
    }
  })

  it.each(Object.keys(SEQUENCES) as Sequence[])('leaves out nothing of what is heard alone (%s)', (name) => {
    const planner = new Planner()
    const left = cuesOf(name).filter(({ sound, at }) => !planner.take(sound, at, 0))
    expect(left).toEqual([])
  })

  it('has one drum for each step of the pawn, and each other sound once', () => {
    const heard = heardOf(
      steps(
        { type: 'building-constructed', seat: 0, building: 'walls', slot: 1 },
        { type: 'pawn-moved', seat: 0, from: 1, to: 4 },
        { type: 'card-revealed', slot: 2, card: 'baths' },
        { type: 'card-revealed', slot: 3, card: 'forum' },
      ),
    )
    expect(heard.map(({ sound }) => sound)).toEqual(['card', 'pawn', 'pawn', 'pawn', 'flip'])
    const drums = heard.flatMap(({ sound, after }) => (sound === 'pawn' ? [after] : []))
    expect(drums).toEqual(drums.toSorted((a, b) => a - b))
  })

  it('knows no sound for what the page does not know', () => {
    expect(heardOf(steps({ type: 'meteor-fell', seat: 0 }))).toEqual([])
  })

  it('has for every kind of event only sounds that there are', () => {
    const known = new Set<string>([...SOUNDS, ...Object.keys(SEQUENCES)])
    const unknown = Object.values(CHOREOGRAPHIES).flatMap(({ sounds }) => sounds.filter((sound) => !known.has(sound)))
    expect(unknown).toEqual([])
  })
})

describe('every sound', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  /** The recipes, as a script that a page without anything else can run. */
  const source = readFileSync(new URL('../../web/src/lib/sounds/voices.ts', import.meta.url), 'utf8')
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }
  const script = `${ts.transpileModule(source, options).outputText}\nObject.assign(globalThis, { render, outputOf })`

  it('can be heard, ends, and is not cut off at full volume', async () => {
    const page = await browser.newPage()
    await page.addScriptTag({ type: 'module', content: script })
    await page.waitForFunction(() => 'render' in globalThis)
    const rendered = await page.evaluate(async (names) => {
      interface Made {
        render: (output: unknown, sound: string, way: { from: number; gain: number; pitch: number }) => void
        outputOf: (context: BaseAudioContext, volume: number) => unknown
      }
      const { render, outputOf } = globalThis as unknown as Made
      const found = []
      for (const name of names) {
        const context = new OfflineAudioContext({ length: 2 * 44_100, sampleRate: 44_100 })
        render(outputOf(context, 1), name, { from: 0, gain: 1, pitch: 1 })
        const samples = (await context.startRendering()).getChannelData(0)
        const loudest = (from: number): number =>
          samples.slice(from).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
        found.push({ name, peak: loudest(0), end: loudest(samples.length - 4_410) })
      }
      return found
    }, SOUNDS)
    await page.close()
    expect(rendered.map(({ name }) => name)).toEqual([...SOUNDS])
    for (const { name, peak, end } of rendered) {
      expect(peak, name).toBeGreaterThan(0.005)
      expect(peak, name).toBeLessThan(0.9)
      expect(end, name).toBeLessThan(0.001)
    }
  })
})
