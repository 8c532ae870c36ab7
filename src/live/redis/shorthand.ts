/**
 * Pieces of text that logs often contain. The code of a piece is the control character with the number of its place:
 * JSON contains none. A log of 70 entries takes 3.7 KB this way instead of 8.4 KB, without its hashes.
 *
 * Stored logs depend on this list. To change it is to change the layout (see keys.ts). A piece that no log contains any
 * more, or an action that has no piece, costs some bytes and nothing else.
 */
const PIECES: readonly string[] = [
  '{"actionId":"',
  '{"body":{"type":"',
  '","body":{"type":"',
  '","body":{"type":"act","seat":0,"action":{"type":"',
  '","body":{"type":"act","seat":1,"action":{"type":"',
  '}}}',
  '"}}}',
  '","slot":',
  '"wonder":"',
  'construct-building","slot":',
  'discard-card","slot":',
  'construct-wonder","slot":',
  'draft-wonder","wonder":"',
  'place-influence","chamber":',
  'recruit-senator","slot":',
  'choose-progress-token","token":"',
]

const codeAt = (index: number): string => String.fromCharCode(index + 1)
const codes = new Map(PIECES.map((piece, index) => [piece, codeAt(index)]))
/** Of two pieces that begin at the same place, the longer one is replaced. */
const anyPiece = new RegExp(
  PIECES.toSorted((a, b) => b.length - a.length)
    .map((piece) => piece.replace(/[{}]/g, '\\$&'))
    .join('|'),
  'g',
)
const anyCode = /[\u0001-\u001f]/g

/** JSON with codes for its frequent pieces. */
export const shorten = (json: string): string => json.replace(anyPiece, (piece) => codes.get(piece)!)

/** The JSON that was shortened. @throws Error if it contains a code without a piece. */
export function expand(text: string): string {
  return text.replace(anyCode, (code) => {
    const piece = PIECES[code.charCodeAt(0) - 1]
    if (piece === undefined) throw new Error('a log in Redis was written by a later version of the server')
    return piece
  })
}
