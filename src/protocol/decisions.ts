import { z } from 'zod'
import type { MatchEvent } from '../rules/index.ts'
import { grows } from './grows.ts'

type StepKind = Extract<MatchEvent, { type: 'declined' }>['step']

/** What a player may have to decide. */
export const DECISION_KINDS = [
  'draft',
  'turn',
  'first-player',
  'progress-token',
  'library-choice',
  'espionage',
  'lock-token',
  'destroy-building',
  'revive',
  'construct-last-row',
  'construct-removed',
  'take-building',
  'swap-buildings',
  'take-wonder',
  'destroy-wonder',
  'senate',
  'place',
  'move',
  'remove',
  'move-decree',
  'conspirator',
  'keep-conspiracy',
  'trigger-unprepared',
  'discard-available',
  'place-divinity',
  'choose-mythology',
  'choose-divinity',
  'return-divinities',
  'enki',
  'place-snake',
  'discard-any',
  'deconstruct-wonder',
  'construct-with-discarded',
  'place-minerva',
  'discard-military-token',
  'apply-military-token',
] as const satisfies StepKind[]

/** What happens between decisions, and is only named when it has no effect. */
export const AUTOMATIC_STEPS = [
  'begin',
  'library',
  'conspire',
  'shields',
  'take-half-coins',
  'coins-per-cube',
  'turn-up',
  'draw-divinities',
  'reveal-deck-tops',
] as const satisfies StepKind[]

export type DecisionKind = (typeof DECISION_KINDS)[number]

/** Any text for the compiler, because the rules name decisions and automatic steps alike. */
export const decisionKindSchema = z.string().meta({ ...grows('DecisionKind'), enum: [...DECISION_KINDS] })
