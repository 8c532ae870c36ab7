import { z } from 'zod'
import type { Explanation } from '../rules/index.ts'
import { grows } from './grows.ts'
import { invitationCode, matchId, offerings, thingId, version, viewer } from './primitives.ts'
import { activationPriceSchema, priceSchema, resource, scoreSchema } from './view.ts'

/** A schema for each field of a type of the rules, also for those that can be absent. */
type Fields<Type> = Record<keyof Type, z.ZodType>

export const explainRequestSchema = z.strictObject({
  match: matchId,
  code: invitationCode.optional().describe('Spectators of a private match need it'),
})
export type ExplainRequest = z.infer<typeof explainRequestSchema>

const short = z.int().min(1).optional().describe('The coins that the seat is short of; left out if it can pay')
const quote = priceSchema.extend({ short }).meta({ id: 'Quote' })
const activationQuote = activationPriceSchema.extend({ short }).meta({ id: 'ActivationQuote' })

const quotesSchema = z
  .strictObject({
    slots: z.record(z.string(), quote).optional().describe('The face-up cards of the structure, covered ones too'),
    wonders: z
      .record(thingId, quote)
      .optional()
      .describe('The wonders of both cities that are not constructed, and those that can be picked'),
    divinities: z
      .record(z.string(), z.partialRecord(offerings, activationQuote))
      .optional()
      .describe('The cards that lie open in the Pantheon, by space and by the Offering tokens that are spent'),
  } satisfies Fields<Explanation['quotes'][0]>)
  .meta({ id: 'Quotes' })

const symbol = z
  .enum(['quill', 'mortar', 'wheel', 'plumb', 'armillary-sphere', 'sundial', 'scales'])
  .meta({ id: 'ScienceSymbol' })
const color = z.enum(['brown', 'grey', 'blue', 'green', 'yellow', 'red', 'purple']).meta({ id: 'Color' })

const ledgerSchema = z
  .strictObject({
    production: z.record(resource, z.int()).describe('Units that brown and grey cards produce'),
    choices: z
      .array(z.enum(['raw', 'manufactured']).meta({ id: 'ResourceFamily' }))
      .describe('The family of each card and wonder that produces one unit of the choice of its owner'),
    trade: z.record(resource, z.int()).describe('Coins for one unit that is missing'),
    discard: z.int().describe('Coins for a discarded card'),
    science: z.partialRecord(symbol, z.int()).describe('How often the city has each symbol'),
    senatorCost: z.int().optional().describe('Agora: coins for the next senator'),
    senateActions: z.int().optional().describe('Agora: actions of the next politician'),
    points: scoreSchema.describe('The points so far'),
  } satisfies Fields<Explanation['ledger'][0]>)
  .meta({ id: 'Ledger' })

export const ledgersSchema = z
  .strictObject({ 0: ledgerSchema, 1: ledgerSchema })
  .describe('By seat')
  .meta({ id: 'Ledgers' })

/** Why something that looks playable is not offered. */
export const blockedReasonSchema = z
  .enum([
    'too-expensive',
    'wonder-limit',
    'covered',
    'face-down',
    'already-triggered',
    'age-one',
    'none-left',
    'other-decision',
  ])
  .meta(grows('BlockedReason'))

const reasons = z.record(z.string(), blockedReasonSchema).optional()

const blockedSchema = z
  .strictObject({
    slots: reasons.describe('Cards of the structure, by slot'),
    wonders: reasons.describe('Wonders of this seat that are not constructed'),
    conspiracies: reasons.describe('Conspiracies of this seat'),
    spaces: reasons.describe('Spaces of the Pantheon that have a card'),
    actions: reasons.describe('Types of action for which the decision asks'),
  } satisfies Fields<NonNullable<Explanation['blocked']>>)
  .meta({ id: 'Blocked' })

const becauseSchema = z
  .strictObject({
    kind: z
      .enum([
        'wonder',
        'conspiracy',
        'divinity',
        'senator',
        'building',
        'progress-token',
        'military-token',
        'mythology-token',
      ])
      .meta(grows('BecauseKind')),
    id: thingId,
    colors: z.array(color).optional().describe('The colours of the buildings to choose from'),
  } satisfies Fields<NonNullable<Explanation['because']>>)
  .meta({ id: 'Because' })

/** What a position means for both seats, as one viewer may know it. */
export const explanationSchema = z
  .strictObject({
    quotes: z
      .strictObject({ 0: quotesSchema, 1: quotesSchema })
      .meta({ id: 'QuotesBySeat' })
      .describe('What everything that lies open costs, by seat'),
    ledger: ledgersSchema,
    blocked: blockedSchema.optional().describe('Present for the seat that decides: what is not offered to it, and why'),
    because: becauseSchema.optional().describe('What asks for the open decision'),
    extraTurn: z.literal(true).optional().describe('The turn owner has earned another turn'),
  } satisfies Fields<Explanation>)
  .meta({ id: 'Explanation' })

export const explanationAnswerSchema = z
  .strictObject({
    match: matchId,
    version: version.describe('The version that is explained'),
    you: viewer,
    explanation: explanationSchema.optional().describe('Present once both players have joined'),
  })
  .meta({ id: 'MatchExplanation' })
export type ExplanationAnswer = z.infer<typeof explanationAnswerSchema>
