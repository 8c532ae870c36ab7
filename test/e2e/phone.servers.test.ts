import { describe, expect, it } from 'vitest'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { Snapshot } from '../../src/protocol/index.ts'
import { foldable, foldRecord, snapshot } from '../../src/record/index.ts'
import { BadLine } from '../support/bad-line.ts'
import { clientOf } from '../support/guest.ts'
import { seededRandom } from '../support/random.ts'
import { finishedGame } from '../support/rest.ts'
import { twoNodes } from '../support/two-nodes.ts'

const CUTS = 30

const { node } = twoNodes()

describe('An evening on a phone', () => {
  const name = 'that loses its connection 30 times (%s): no move is lost or made twice, and every view was true'
  it.each(['base', 'agora'] as const)(name, async (kind) => {
    const random = seededRandom(kind === 'agora' ? 8 : 4)
    let connections = 0
    const line = await BadLine.open(() => node(connections++).url)
    const phone = await clientOf(line.url, 'Ada')
    const friend = await clientOf(node(1).url, 'Ben')
    const acknowledged: number[] = []
    /** The views that the phone showed, by version. */
    const shown = new Map<number, Snapshot>()
    let cuts = 0
    const cut = (): void => {
      if (cuts < CUTS && line.cut()) cuts += 1
    }

    /** Plays a game, and checks all that the phone showed of it and all that it did. */
    const playGame = async (): Promise<void> => {
      acknowledged.length = 0
      shown.clear()
      const adas = await phone.create({ kind, seat: 0, clock: 'correspondence-1' })
      const match = adas.id
      const code = adas.value.snapshot.code!
      const bens = await friend.join({ code })
      const act = adas.act.bind(adas)
      adas.act = async (action, version) => {
        const chance = cuts < CUTS ? random() : 1
        // The move arrives and its answer is lost, or the line breaks while the move is on its way, or just before.
        if (chance < 0.5) line.deafen()
        const answering = act(action, version)
        if (chance < 0.5) setTimeout(cut, Math.floor(random() * 20))
        else if (chance < 1) setImmediate(cut)
        const answer = await answering
        acknowledged.push(answer.version)
        return answer
      }
      adas.subscribe(({ version, snapshot }) => shown.set(version, snapshot))
      // The line also breaks while the phone sends nothing.
      bens.subscribe((_, change) => {
        if (change?.type === 'steps' && random() < 0.4) cut()
      })
      await Promise.all([playOn(adas, pickAny), playOn(bens, pickAny)])

      const { replay } = await finishedGame(node(0).url, match)
      // A public record has no code, but the host was shown it until the other player came.
      const record = foldable(replay.record)
      const header = { ...record.header, code }
      for (const [version, seen] of shown) {
        const there = snapshot(foldRecord({ ...record, header }, version), 0)
        expect(seen).toEqual(JSON.parse(JSON.stringify(there)))
      }
      // Every move of the phone is in the log once, and it knows of each.
      const own = replay.record.entries.filter(({ body }) => body.type === 'act' && body.seat === 0)
      expect(acknowledged).toEqual(own.map(({ version }) => version))
    }

    try {
      // A game may end early: then there is another one.
      while (cuts < CUTS) await playGame()
      expect(line.unanswered).toBeGreaterThan(0)
    } finally {
      phone.close()
      friend.close()
      await line.close()
    }
  })
})
