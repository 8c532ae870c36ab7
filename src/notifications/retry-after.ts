const SECONDS = /^\d{1,9}$/
/** The date of HTTP as it is sent today: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** In how many ms an answer wants to be asked again (`Retry-After`); undefined if it does not say that in valid form. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (SECONDS.test(header)) return Number(header) * 1000
  const at = DATE.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
