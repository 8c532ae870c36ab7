import type { SlotTokenId } from '../catalogue/index.ts'
import { backOf, discountOf, isMythologyToken, mythologyOf } from '../catalogue/index.ts'
import type { MatchState } from '../state.ts'
import { accessibleSlots } from '../structure.ts'
import { mergePatch } from './merge-patch.ts'
import type { Patch, Section } from './sections.ts'
import type { MatchView, SlotView } from './types.ts'

/** The structure as everybody sees it, by slot. An action changes few slots: the patch makes no others. */
export const STRUCTURE: Section<MatchState, MatchView['structure']> = {
  view(state) {
    const accessible = accessibleSlots(state)
    const slots: MatchView['structure'] = {}
    for (let slot = 0; slot < state.structure.length; slot++) {
      const seen = slotView(state, slot, accessible.includes(slot))
      if (seen) slots[slot] = seen
    }
    return slots
  },
  patch(before, after) {
    const [tokens, nextTokens] = [before.pantheon?.slotTokens, after.pantheon?.slotTokens]
    const isSameStructure = before.structure === after.structure && before.age === after.age
    if (isSameStructure && before.faceUp === after.faceUp && tokens === nextTokens) return undefined
    const [accessible, nextAccessible] = [accessibleSlots(before), accessibleSlots(after)]
    let patch: Patch | undefined
    for (let slot = 0; slot < Math.max(before.structure.length, after.structure.length); slot++) {
      const [was, is] = [accessible.includes(slot), nextAccessible.includes(slot)]
      const isSameCard = before.structure[slot] === after.structure[slot] && before.faceUp[slot] === after.faceUp[slot]
      if (isSameCard && was === is && tokens?.[slot] === nextTokens?.[slot]) continue
      const change = mergePatch(slotView(before, slot, was), slotView(after, slot, is))
      if (change !== undefined) (patch ??= {})[slot] = change
    }
    return patch
  },
}

function slotView(
  { structure, faceUp, pantheon }: MatchState,
  slot: number,
  isAccessible: boolean,
): SlotView | undefined {
  const card = structure[slot]
  if (!card) return undefined
  const seen: SlotView = { back: backOf(card) }
  if (faceUp[slot]) seen.card = card
  if (isAccessible) seen.accessible = true
  const token = pantheon?.slotTokens[slot]
  if (token) seen.token = tokenView(token)
  return seen
}

const tokenView = (token: SlotTokenId): NonNullable<SlotView['token']> =>
  isMythologyToken(token) ? { mythology: mythologyOf(token) } : { offering: discountOf(token) }
