import type { TextFault, TextKind } from '@curia/client'
import { countCharacters, TEXT_LIMITS, textFault } from '@curia/client'
import type { Attachment } from 'svelte/attachments'
import { t } from '../lib/i18n.svelte.ts'

/**
 * A field for a text of a kind. It takes what the server takes, in characters as people count them, and its form is not
 * sent with anything else. That a text is too long is said at once: the field cuts nothing off.
 */
export const limited =
  (kind: TextKind): Attachment<HTMLInputElement | HTMLTextAreaElement> =>
  (field) => {
    const check = (): void => {
      const fault = textFault(kind, field.value)
      field.setCustomValidity(messageOf(kind, fault, field.value))
      if (fault === 'too-long') field.reportValidity()
    }
    field.addEventListener('input', check)
    return () => field.removeEventListener('input', check)
  }

function messageOf(kind: TextKind, fault: TextFault | null, text: string): string {
  const { least, most } = TEXT_LIMITS[kind]
  switch (fault) {
    case 'too-long':
      return t('text.too-long', { most, n: countCharacters(text) })
    case 'too-short':
      // A field that has to be filled in says so itself.
      return least > 1 ? t('text.too-short', { least }) : ''
    case 'invisible':
      return t('text.invisible')
    case null:
      return ''
  }
}
