import type { Action } from '@curia/client'
import { hasMessage, listed, t } from './i18n.svelte.ts'
import { mythologyName } from './pantheon.ts'
import type { Table } from './table.svelte.ts'
import type { NamedKind } from './words.ts'
import { colorName, nameOf, numeralOf, titled } from './words.ts'

// What is asked, in plain words. A kind of decision that is newer than the page gets a general
// prompt.

const numbersOf = (actions: readonly Action[], type: string, field: string): string =>
  listed(
    [
      ...new Set(
        actions
          .filter((action) => action.type === type)
          .map((action) => String((action as Record<string, unknown>)[field])),
      ),
    ],
    'disjunction',
  )

/** The colours of the buildings that are offered, for prompts that name them. */
function offeredColors(table: Table): string {
  const colors = table.actions.flatMap((action) => {
    const id = 'building' in action ? action.building : 'take' in action ? action.take : undefined
    const color = id === undefined ? undefined : table.catalogue.buildings.get(id)?.color
    return color === undefined ? [] : [color]
  })
  return listed([...new Set(colors)].map(colorName), 'disjunction')
}

function values(table: Table, widestName: number): Record<string, string | number> {
  const { board, actions } = table
  const toAct = board?.toAct ?? 0
  const options = new Set(actions.map(({ type }) => type))
  return {
    name: table.nameOf(toAct, widestName),
    opp: table.nameOf(toAct === 0 ? 1 : 0, widestName),
    left: board?.decision?.left ?? 0,
    age: numeralOf(board?.age ?? 0),
    chambers: numbersOf(actions, 'place-influence', 'chamber'),
    colors: offeredColors(table),
    place: options.has('place-influence') ? 'yes' : 'no',
    move: options.has('move-influence') ? 'yes' : 'no',
    divinity: options.has('activate-divinity') ? 'yes' : 'no',
    trigger: options.has('trigger-conspiracy') ? 'yes' : 'no',
    optional: options.has('decline') ? 'yes' : 'no',
    known: Object.keys(board?.decision?.tokens ?? {}).length,
    draft: Object.keys(board?.draft ?? {}).length,
  }
}

/**
 * What the table asks, or what is waited for.
 * @param widestName how wide a name may be, in sizes of the font: a wider one is cut off.
 */
export function promptOf(table: Table, widestName = Infinity): string {
  const { snapshot, board } = table
  if (snapshot.status === 'ended') return t('prompt.ended')
  if (!board || board.toAct === undefined) return t('prompt.waiting')
  const kind = board.decision?.kind ?? 'unknown'
  const role = table.mine === board.toAct ? 'self' : 'other'
  const key = `prompt.${kind}.${role}`
  return t(hasMessage(key) ? key : `prompt.unknown.${role}`, values(table, widestName))
}

/** By what kind of thing a decision is caused: how the page names such things. */
const CAUSES: Readonly<Record<string, NamedKind>> = {
  wonder: 'wonder',
  conspiracy: 'conspiracy',
  divinity: 'divinity',
  senator: 'card',
  building: 'card',
  'progress-token': 'token',
  'military-token': 'military',
}

/** What caused the decision, where the server says so. */
export function causeOf({ board, catalogue }: Table): string | null {
  const because = board?.decision?.because
  if (!because) return null
  const kind = CAUSES[because.kind]
  if (kind) return nameOf(catalogue, kind, because.id)
  const token = catalogue.pantheon?.mythologyTokens.find(({ id }) => id === because.id)
  return token ? t('mythology.token', { mythology: mythologyName(token.mythology) }) : titled(because.id)
}
