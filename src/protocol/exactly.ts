import type { z } from 'zod'

/**
 * Gives back a schema whose type is exactly `Type`. A schema of another type does not compile, so that what the rules
 * and the wire both describe cannot drift apart.
 */
export const exactly =
  <Type>() =>
  <Schema extends z.ZodType>(schema: Schema & IfSame<z.output<Schema>, Type>): Schema =>
    schema

/** Anything if the types are the same; otherwise something that no schema is. The compiler's message names it. */
type IfSame<A, B> = [A] extends [B] ? ([B] extends [A] ? unknown : TypeShouldBe<B>) : TypeShouldBe<B>
interface TypeShouldBe<Type> {
  theTypeOfThisSchemaShouldBe: Type
}
