/**
 * JSON with sorted keys and without white space: the same text for the same value, whoever has stored it meanwhile. For
 * the values of records it is the form of RFC 8785.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  // A plain loop: every move is hashed.
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name]
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(field)}`
  }
  return `{${text}}`
}
