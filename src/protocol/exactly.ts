import type { z } from 'zod'

/**
 * Gives back a schema whose type is exactly `Type`. Any other schema does not compile, so that what the wire and the rules
 * both describe cannot drift apart.
 */
export const exactly =
  <Type>() =>
  <Schema extends z.ZodType>(schema: Schema & (Same<z.output<Schema>, Type> extends true ? unknown : Differs<Type>)): Schema =>
    schema

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
/** What the compiler names in its message. */
interface Differs<Type> {
  theTypeOfThisSchemaShouldBe: Type
}
