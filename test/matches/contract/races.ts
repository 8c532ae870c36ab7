import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Matches } from '../../../src/matches/index.ts'
import type { CommitAnswer, PlayerRef } from '../../../src/protocol/index.ts'
import { TIME_CONTROLS } from '../../../src/protocol/index.ts'
import type { Entry } from '../../../src/record/index.ts'
import { Follower } from '../../support/follower.ts'
import { BASE, codeOf, create, creation, join, legalOf } from '../../support/match.ts'
import { newActionId, newPlayer } from '../../support/players.ts'

/** Two nodes (with an embedded store, twice the same) over one store. */
export interface Nodes {
  nodes: [Matches, Matches]
  log(match: string): Promise<Entry[]>
  close(): Promise<void>
}

const REPEATS = 200
/** Races are over in a moment, and so are these clocks. */
const QUICK = { totalMs: 20, incrementMs: 0, graceMs: 0 }

type Terms = Omit<Parameters<typeof creation>[0], 'options' | 'seat'>

/** What must hold of any store when two things are done to a match at once: one outcome, the same for everybody. */
export function describeRaces(where: string, open: () => Promise<Nodes>): void {
  describe(`Two at once, ${where}`, () => {
    const slow = { ...TIME_CONTROLS.blitz }
    let world: Nodes
    beforeAll(async () => {
      world = await open()
    })
    afterAll(async () => {
      Object.assign(TIME_CONTROLS.blitz, slow)
      await world.close()
    })

    const table = async (
      terms: Terms = {},
    ): Promise<{ match: string; code: string; ada: PlayerRef; bo: PlayerRef }> => {
      const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
      const { snapshot } = await create(world.nodes[0], ada, creation({ options: BASE, seat: 0, ...terms }))
      return { match: snapshot.match, code: snapshot.code!, ada, bo }
    }
    const request = (match: string) => ({ match, actionId: newActionId() })
    /** Followers of a match, one on each node. */
    const seenBy = async (match: string, players: PlayerRef[]): Promise<Follower[]> => {
      const followers = players.map(() => new Follower())
      await Promise.all(
        followers.map((follower, index) => follower.follow(world.nodes[(index % 2) as 0 | 1], players[index]!, match)),
      )
      return followers
    }
    const agree = async (followers: Follower[], log: Entry[]): Promise<void> => {
      await Promise.all(followers.map((follower) => follower.reached(log.length)))
      for (const { faults } of followers) expect(faults).toEqual([])
      const [first, second] = followers.map(({ snapshot }) => snapshot!.outcome)
      expect(first).toEqual(second)
      await Promise.all(followers.map((follower) => follower.stop()))
    }

    it('join by one code: one of them takes the seat, and the host sees who', async () => {
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const { match, code, ada, bo } = await table()
        const cy = newPlayer('Cy')
        const [host] = await seenBy(match, [ada])
        const answers = await Promise.all([
          codeOf(join(world.nodes[0], bo, { code })),
          codeOf(join(world.nodes[1], cy, { code })),
        ])
        const refused = answers.filter((answer) => !answer.startsWith('resolved'))
        expect(refused).toHaveLength(1)
        expect(['match-full', 'unknown-code']).toContain(refused[0])
        await host!.reached(1)
        expect(host!.snapshot!.players[1]).toEqual(answers[0] === refused[0] ? cy : bo)
        expect(await world.log(match)).toHaveLength(1)
        await host!.stop()
      }
    })

    it('accept a rematch: there is one, and both receive it', async () => {
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const { match, ada, bo, code } = await table()
        await join(world.nodes[1], bo, { code })
        await world.nodes[0].endings.resign(ada, request(match))
        const followers = await seenBy(match, [ada, bo])
        const answers = await Promise.all([
          world.nodes[0].rematches.offer(ada, match),
          world.nodes[1].rematches.offer(bo, match),
          world.nodes[1].rematches.offer(ada, match),
        ])
        const nexts = new Set(answers.flatMap(({ next }) => next ?? []))
        expect(nexts.size).toBe(1)
        const [next] = nexts
        await expect.poll(() => followers.map(({ rematches }) => rematches.at(-1)?.next)).toEqual([next, next])
        expect(await world.log(next!)).toHaveLength(1)
        await Promise.all(followers.map((follower) => follower.stop()))
      }
    })

    it('cancel and join: the match is cancelled, or it has begun', async () => {
      const outcomes = new Set<string>()
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const { match, ada, bo } = await table({ listed: true })
        const [host] = await seenBy(match, [ada])
        const both = [
          () => codeOf(world.nodes[0].endings.abort(ada, { ...request(match), version: 0 })),
          () => codeOf(join(world.nodes[1], bo, { match })),
        ]
        const [first, second] = repeat % 2 === 0 ? both : both.reverse()
        const answers = await Promise.all([first!(), second!()])
        const [cancelled, joined] = repeat % 2 === 0 ? answers : answers.reverse()
        const log = await world.log(match)
        expect(log).toHaveLength(1)
        outcomes.add(log[0]!.body.type)
        if (log[0]!.body.type === 'abort') {
          expect([cancelled!.split(' ')[0], joined]).toEqual(['resolved', 'not-joinable'])
        } else expect([cancelled, joined!.split(' ')[0]]).toEqual(['stale', 'resolved'])
        await agree([host!, host!], log)
      }
      expect(outcomes.size).toBeGreaterThan(0)
    })

    it('claim and come back: the win is granted, or the player is connected', async () => {
      Object.assign(TIME_CONTROLS.blitz, { ...slow, graceMs: 0 })
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const { match, ada, bo, code } = await table({ clock: 'blitz' })
        await join(world.nodes[1], bo, { code })
        const back = new Follower()
        const [claimed] = await Promise.all([
          codeOf(world.nodes[0].endings.claim(ada, request(match))),
          back.follow(world.nodes[1], bo, match),
        ])
        const log = await world.log(match)
        if (claimed === 'not-away') {
          expect(log).toHaveLength(1)
          await expect.poll(() => back.attendance?.seats).toEqual([1])
        } else {
          expect(claimed).toMatch(/^resolved/)
          expect(log.map(({ body }) => body.type)).toEqual(['join', 'claim'])
          await back.reached(2)
          expect(back.snapshot!.status).toBe('ended')
        }
        await back.stop()
      }
    })

    it('move and run out of time: the move counts, or the match is over', async () => {
      Object.assign(TIME_CONTROLS.blitz, QUICK)
      const moved: boolean[] = []
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        const { match, ada, bo, code } = await table({ clock: 'blitz' })
        const joined = await join(world.nodes[0], bo, { code })
        const { version, snapshot } = await world.nodes[0].views.view(ada, match)
        const followers = await seenBy(match, [ada, bo])
        // At every moment around the end of the player's time.
        const spare = snapshot.clocks ? snapshot.clocks.since + QUICK.totalMs - joined.now : 0
        const until = performance.now() + spare - 10 + (repeat % 20)
        while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
        const action = snapshot.board?.legal ? legalOf(snapshot)[0]! : { type: 'decline' as const }
        const answer = await world.nodes[0].play.act(ada, { ...request(match), version, action }).then(
          (committed: CommitAnswer) => committed,
          (error: unknown) => (error as { code: string }).code,
        )
        moved.push(typeof answer !== 'string')
        if (typeof answer === 'string') expect(['late', 'match-over']).toContain(answer)
        await Promise.all(
          followers.map(async (follower) =>
            expect.poll(() => follower.snapshot?.status, { timeout: 60_000 }).toBe('ended'),
          ),
        )
        const log = await world.log(match)
        expect(log.map(({ body }) => body.type)).toEqual(
          typeof answer === 'string' ? ['join', 'flag'] : ['join', 'act', 'flag'],
        )
        await agree(followers, log)
      }
      expect(moved.length).toBe(REPEATS)
    })
  })
}
