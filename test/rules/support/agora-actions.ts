/** Actions of Agora in the words of the rules. */
import type { Action, BuildingId, CardId, ConspiracyId, TokenId, WonderId } from '../../../src/rules/index.ts'

export type Chamber = Extract<Action, { type: 'place-influence' }>['chamber']
export const CHAMBERS: readonly Chamber[] = [1, 2, 3, 4, 5, 6]

export const place = (chamber: Chamber): Action => ({ type: 'place-influence', chamber })
export const move = (from: Chamber, to: Chamber): Action => ({ type: 'move-influence', from, to })
export const remove = (chamber: Chamber): Action => ({ type: 'remove-influence', chamber })
export const DECLINE: Action = { type: 'decline' }

export const CONSPIRE: Action = { type: 'conspire' }
export const keep = (conspiracy: ConspiracyId, other: 'top' | 'bottom'): Action => ({
  type: 'keep-conspiracy',
  conspiracy,
  other,
})
export const trigger = (conspiracy: ConspiracyId): Action => ({ type: 'trigger-conspiracy', conspiracy })

export const choose = (building: CardId): Action => ({ type: 'choose-building', building })
export const chooseWonder = (wonder: WonderId): Action => ({ type: 'choose-wonder', wonder })
export const chooseSlot = (slot: number): Action => ({ type: 'choose-available-card', slot })
export const chooseToken = (token: TokenId): Action => ({ type: 'choose-progress-token', token })
export const lock = (token: TokenId): Action => ({ type: 'lock-progress-token', token })
export const moveDecree = (from: Chamber, to: Chamber): Action => ({ type: 'move-decree', from, to })
export const swap = (take: BuildingId, give: BuildingId): Action => ({ type: 'swap-buildings', take, give })
export const draft = (wonder: WonderId): Action => ({ type: 'draft-wonder', wonder })

/** Placing a cube in any of the six chambers. */
export const PLACE_ANYWHERE: readonly Action[] = CHAMBERS.map(place)
