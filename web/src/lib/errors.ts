import { t } from './i18n.svelte.ts'
import { CuriaError } from '@curia/client'

/** What went wrong, for people. */
export function errorText(error: unknown): string {
  if (error instanceof CuriaError) {
    return t(error.details.reason === 'sticky-sessions-needed' ? 'error.offline.sticky' : `error.${error.code}`)
  }
  return t('error.internal')
}

export const isCode = (error: unknown, ...codes: CuriaError['code'][]): error is CuriaError =>
  error instanceof CuriaError && codes.includes(error.code)
