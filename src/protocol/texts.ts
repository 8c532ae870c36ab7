import { z } from 'zod'
import type { TextFault, TextKind } from '../text/index.ts'
import { mostUnits, TEXT_LIMITS, textFault } from '../text/index.ts'

/**
 * A text of a kind, which is checked where it is used. JSON Schema counts code points, so `maxLength` is what no valid
 * text exceeds; the description of each field says what is counted.
 */
export const textSchema = (kind: TextKind) => z.string().meta({ maxLength: mostUnits(kind) })

/** A text of a kind that is refused as a `bad-request` if it is too long, or if nothing of it is visible. */
export const writtenSchema = (kind: TextKind) =>
  textSchema(kind).check((context) => {
    const fault = textFault(kind, context.value)
    if (fault) context.issues.push({ code: 'custom', message: textFaultMessage(kind, fault), input: context.value })
  })

/** What is wrong with a text, for the people who wrote the client. */
export function textFaultMessage(kind: TextKind, fault: TextFault): string {
  const { least, most } = TEXT_LIMITS[kind]
  if (fault === 'too-long') return `at most ${most} characters are allowed`
  return fault === 'too-short' && least > 1 ? `at least ${least} characters are needed` : 'no character is visible'
}
