/** Actions of Pantheon in the words of the rules. */
import type { Action, CardId, DivinityId, MilitaryTokenId, Seat, WonderId } from '../../../src/rules/index.ts'
import type { Mythology } from './data.ts'

export type Space = Extract<Action, { type: 'place-divinity' }>['space']
export type OfferingSet = Extract<Action, { type: 'activate-divinity' }>['offerings']
export const SPACES: readonly Space[] = [1, 2, 3, 4, 5, 6]

export const activate = (space: Space, offerings: OfferingSet = 'none'): Action => ({
  type: 'activate-divinity',
  space,
  offerings,
})
export const lay = (divinity: DivinityId, space: Space): Action => ({ type: 'place-divinity', divinity, space })
export const chooseMythology = (mythology: Mythology): Action => ({ type: 'choose-mythology', mythology })
export const chooseDivinity = (divinity: DivinityId): Action => ({ type: 'choose-divinity', divinity })
export const returnOnTop = (divinity: DivinityId): Action => ({ type: 'return-divinity', divinity })
export const constructWith = (card: CardId, wonder: WonderId): Action => ({
  type: 'construct-wonder-from-discard',
  card,
  wonder,
})
export const putMinerva = (position: number): Action => ({ type: 'place-minerva', position })

/** A military token as the cases name it, side and id: `0/loot-2` lies where seat 0 pushes. */
export type TrackToken = `${Seat}/${MilitaryTokenId}`
export function chooseMilitary(named: TrackToken): Action {
  const [side, token] = named.split('/') as [string, MilitaryTokenId]
  return { type: 'choose-military-token', seat: Number(side) as Seat, token }
}
