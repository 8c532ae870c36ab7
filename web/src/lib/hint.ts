import type { ActionChance } from '@curia/client'
import { errorText } from './errors.ts'
import { percentOf, t } from './i18n.svelte.ts'
import type { Table } from './table.svelte.ts'
import { wholeLabel } from './uses.ts'

/** Asks a bot for the best actions: they are marked on the table, and the best one is named. */
export async function askForHint(table: Table): Promise<void> {
  if (!table.match || table.hinting) return
  table.hinting = true
  table.note = { text: t('hint.working'), bad: false }
  try {
    const { version, actions } = await table.match.hint()
    if (version !== table.now.version) return
    table.advice = { version, actions }
    const [{ action, chance }] = actions as [ActionChance]
    const text = t('hint.best', { action: wholeLabel(table, action), chance: percentOf(chance) })
    table.note = { text, bad: false }
  } catch (error) {
    table.note = { text: errorText(error), bad: true }
  } finally {
    table.hinting = false
  }
}
