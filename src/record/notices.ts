import type { Notice } from '../protocol/index.ts'
import type { EntryBody } from './types.ts'

/** The events, for everybody, of an entry that is not an action of the rules. */
export function noticesOf(body: EntryBody): Notice[] {
  switch (body.type) {
    case 'join':
    case 'act':
      return []
    case 'resign':
      return [{ type: 'resigned', seat: body.seat }]
    case 'abort':
      return [{ type: 'aborted', seat: body.seat }]
    case 'offer-draw':
      return [{ type: 'draw-offered', seat: body.seat }]
    case 'accept-draw':
      return [{ type: 'draw-accepted', seat: body.seat }]
    case 'decline-draw':
      return [{ type: 'draw-declined', seat: body.seat }]
    case 'flag':
      return [{ type: 'time-ran-out', seat: body.seat }]
    case 'claim':
      return [{ type: 'absence-claimed', seat: body.seat }]
    case 'annul':
      return [{ type: 'annulled' }]
    case 'give-time':
      return [{ type: 'time-given', seat: body.seat, ms: body.ms }]
    case 'downtime':
      return [{ type: 'time-given-back', ms: body.ms }]
  }
}
