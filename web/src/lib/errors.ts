import { CuriaError } from '@curia/client'
import { t } from './i18n.svelte.ts'

/** What went wrong where no server is at fault, in words for people. */
export class SaidError extends Error {}

/**
 * What went wrong, for people.
 * @param opponent whom the reader plays, where that is known
 */
export function errorText(error: unknown, opponent = t('seat.opponent')): string {
  if (error instanceof CuriaError) {
    if (error.details.reason === 'sticky-sessions-needed') return t('error.offline.sticky')
    return t(`error.${error.code}`, { name: opponent })
  }
  return error instanceof SaidError ? error.message : t('error.internal')
}

export const isCode = (error: unknown, ...codes: CuriaError['code'][]): error is CuriaError =>
  error instanceof CuriaError && codes.includes(error.code)
