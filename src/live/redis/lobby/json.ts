/** What a script replies as JSON; null for nothing. */
export const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** What a script replies as a list of JSON texts. */
export const parseAll = <T>(texts: readonly string[]): T[] => texts.map((text) => JSON.parse(text) as T)
