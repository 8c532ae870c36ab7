import type { Thing } from './board.ts'
import { listed, t } from './i18n.svelte.ts'
import { spacesFor } from './pantheon.ts'
import type { Table } from './table.svelte.ts'
import {
  buildingSentences,
  conspiracySentences,
  decreeSentence,
  divinitySentences,
  effectSentences,
  militarySentences,
  nameOf,
  senatorSentence,
} from './words.ts'

/** What statistics say of a wonder that lies open in the draft. */
function figuresOf({ board, draftFigures }: Table, wonder: string): string[] {
  const figures = draftFigures.get(wonder)
  return figures === undefined || board?.draft?.[wonder] === undefined ? [] : [figures]
}

/** What a thing of the table does, in sentences. */
export function sentencesOf(table: Table, thing: Thing): string[] {
  const { catalogue, board } = table
  switch (thing.kind) {
    case 'card': {
      const building = catalogue.buildings.get(thing.id)
      const senator = catalogue.senators.get(thing.id)
      return building ? buildingSentences(catalogue, building) : senator ? [senatorSentence(senator)] : []
    }
    case 'back':
      return [t('why.face-down')]
    case 'wonder':
      return [...effectSentences(catalogue.wonders.get(thing.id) ?? {}), ...figuresOf(table, thing.id)]
    case 'token':
      return effectSentences(catalogue.tokens.get(thing.id) ?? {})
    case 'military': {
      const token = catalogue.militaryTokens.get(thing.id)
      return token ? militarySentences(token) : []
    }
    case 'decree': {
      const decree = catalogue.decrees.get(thing.id)
      return decree ? [decreeSentence(decree)] : []
    }
    case 'conspiracy': {
      const conspiracy = catalogue.conspiracies.get(thing.id)
      return conspiracy ? conspiracySentences(conspiracy) : []
    }
    case 'conspiracy-back':
      return [t('conspiracy.hidden-help')]
    case 'divinity': {
      const divinity = catalogue.divinities.get(thing.id)
      return divinity ? divinitySentences(divinity) : []
    }
    case 'space': {
      const space = board && spacesFor(table, board, table.below).find((one) => one.space === thing.space)
      const divinity = space?.card === undefined ? undefined : catalogue.divinities.get(space.card)
      return divinity ? divinitySentences(divinity) : space?.taken ? [t('space.help')] : []
    }
    case 'mythology': {
      const divinities = [...catalogue.divinities.values()].filter(({ mythology }) => mythology === thing.mythology)
      const list = listed(divinities.map(({ id }) => nameOf(catalogue, 'divinity', id)))
      return [t('mythology.divinities', { list }), t('mythology.token-help')]
    }
    case 'offering':
      return [t('offering.token-help', { n: thing.discount })]
    // A step is chosen for the owl only.
    case 'step':
      return [t('minerva.help')]
    default:
      return []
  }
}
