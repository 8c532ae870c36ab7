/** What a caller may have to give, and how it is called in an error. */
const KINDS = {
  text: ['a text', (value: unknown) => typeof value === 'string'],
  number: ['a number', (value: unknown) => typeof value === 'number' && !Number.isNaN(value)],
  duration: [
    'a number of ms above 0, and below 2^31',
    (value: unknown) => typeof value === 'number' && value > 0 && value < 2 ** 31,
  ],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  list: ['a list', (value: unknown) => Array.isArray(value)],
} as const

type Kind = keyof typeof KINDS

/**
 * Checks what a caller has given, before anything is done with it: by name, the value and what it must be. The server
 * judges what is in it.
 * @throws TypeError that says what is wrong.
 */
export function check(given: Readonly<Record<string, readonly [value: unknown, kind: Kind]>>): void {
  for (const [name, [value, kind]] of Object.entries(given)) {
    const [what, is] = KINDS[kind]
    if (!is(value)) throw new TypeError(`${name} must be ${what}, and is ${shown(value)}.`)
  }
}

/** As `check`, for what may be left out. @throws TypeError */
export function checkGiven(given: Readonly<Record<string, readonly [value: unknown, kind: Kind]>>): void {
  check(Object.fromEntries(Object.entries(given).filter(([, [value]]) => value !== undefined)))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `the text "${value}"`
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined)
    return `${value}`
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`
}

/**
 * The address of a server, without a slash at its end.
 * @throws TypeError if it is no address of HTTP.
 */
export function serverAddress(url: unknown): string {
  const text = url instanceof URL ? url.href : url
  check({ url: [text, 'text'] })
  const parsed = parsedUrl(text as string)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(
      `url must begin with http:// or https://, such as http://localhost:3000, and is "${text as string}".`,
    )
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}`
}

function parsedUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
