import type { MatchEvent, MatchState } from '../../rules/index.ts'

/**
 * What both players see for the first time after an action, as a text: worlds that agreed before agree after it as far
 * as both players see exactly if their texts are equal.
 * @param after the state after the events.
 */
export function turnedUp(events: readonly MatchEvent[], after: MatchState): string {
  let seen = ''
  for (const event of events) seen += seenIn(event, after)
  return seen
}

function seenIn(event: MatchEvent, { structure, faceUp }: MatchState): string {
  switch (event.type) {
    case 'card-revealed':
      return `${event.card} `
    case 'age-began':
      return structure.map((card, slot) => (faceUp[slot] ? card : '')).join(' ')
    case 'wonders-revealed':
      return event.wonders.toSorted().join(' ')
    case 'decree-revealed':
      return `${event.decree} `
    case 'pantheon-revealed':
      return JSON.stringify(event.spaces)
    case 'divinities-revealed':
      return event.divinities.join(' ')
    case 'enki-revealed':
      return event.tokens.join(' ')
    default:
      return ''
  }
}
