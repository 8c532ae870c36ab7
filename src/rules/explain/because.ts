import type { Color } from '../catalogue/vocabulary.ts'
import type { MatchState, Step } from '../state.ts'
import type { Because } from './types.ts'

/**
 * What asks for the open decision.
 * @returns undefined for what the course of a match asks for, such as a turn, and when nobody has to decide.
 */
export function becauseOf({ stack, toAct }: MatchState): Because | undefined {
  const step = stack.at(-1)
  if (!step || toAct === null || !('cause' in step)) return undefined
  const colors = colorsOf(step)
  return { ...step.cause, ...(colors && { colors }) }
}

/** The colours of the buildings to choose from, if the step is such a choice. */
function colorsOf(step: Step): Color[] | undefined {
  if ('color' in step) return [step.color]
  return 'colors' in step ? [...step.colors] : undefined
}
