import { parse } from 'bowser'

/** The browser and the system that a person knows by name, of a User-Agent; null for all other programs. */
export function deviceOf(userAgent: string): { browser: string; system: string } | null {
  if (userAgent === '') return null
  const { browser, os } = parse(userAgent)
  return browser.name && os.name ? { browser: browser.name, system: os.name } : null
}
