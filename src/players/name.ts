import { CodedError } from '../protocol/index.ts'

const LONGEST = 24
/** UTF-16 units of a name as given; 24 of the longest emoji have fewer. Bounds the work done for a name. */
const LONGEST_GIVEN = 500
/** The marks of one character that can be told apart; more are only there to spill over the neighbours. */
const MOST_MARKS = 4
const MOST_CODE_POINTS = 10

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Built from text: the compiler's target does not know the flag yet, the runtime does.
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')
const PRESENTATION = /[\uFE0E\uFE0F]/gu
/** Letters of the Arabic script that join to the next one, so that a non-joiner after them is seen. */
const ARABIC_JOINING = '\u0626\u0628\u062A-\u062E\u0633-\u063F\u0641-\u0647\u0649\u064A\u067E\u0686\u06A9\u06AF\u06CC'
const VIRAMAS = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA'
/** Joiners where spelling needs them: between Arabic letters, and after the virama of an Indic one (as in RFC 5892 A.1, A.2). */
const SPELLING_JOINERS = new RegExp(
  `(?<=[${ARABIC_JOINING}])\u200C(?=(?=\\p{Script=Arabic})\\p{L})|(?<=[${VIRAMAS}])[\u200C\u200D](?=\\p{L})`,
  'gu',
)
/** Controls, formats (bidi overrides among them), surrogates, private use, unassigned; what is drawn as nothing; separators. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\uFFFC\uFFFD\u{1D159}]|(?! )\p{Zs}/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const MARK_WITHOUT_BASE = /(?:^| )\p{M}/u
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u')

/**
 * A display name in its normal form: NFKC, without white space at its ends, single spaces within. It has 1 to 24 characters as
 * a reader counts them (grapheme clusters), each of which is seen.
 * @throws CodedError `name-invalid` saying what is wrong.
 */
export function playerName(given: string): string {
  if (given.length > LONGEST_GIVEN) throw invalid(`The name is too long; at most ${LONGEST} characters are allowed.`)
  // Twice: taking a presentation selector out may leave something to compose.
  const bare = characterList(given.normalize('NFKC')).join('').normalize('NFKC')
  const characters = characterList(bare.trim().replace(/ {2,}/g, ' '))
  // An emoji is a known sequence as a whole; everything else must be sound code point by code point.
  const letters = characters.map((character) => (EMOJI.test(character) ? '\u263A' : character)).join('')

  const unseen = UNSEEN.exec(letters.replace(SPELLING_JOINERS, ''))?.[0]
  if (unseen !== undefined) throw invalid(`The name has a character that cannot be seen: ${codePoint(unseen)}.`)
  if (MARK_WITHOUT_BASE.test(letters)) throw invalid('The name has a combining mark without a letter before it.')
  if (!VISIBLE.test(letters)) throw invalid('The name has no visible character.')
  if (TOO_MANY_MARKS.test(letters) || characterList(letters).some((character) => [...character].length > MOST_CODE_POINTS)) {
    throw invalid('The name has too many combining marks on one letter.')
  }
  if (characters.length > LONGEST) throw invalid(`The name has ${characters.length} characters; at most ${LONGEST} are allowed.`)
  return characters.join('')
}

/** The grapheme clusters of a text. What asks for an emoji or text form is kept only where it belongs to an emoji. */
function characterList(text: string): string[] {
  return Array.from(clusters.segment(text), ({ segment }) => (EMOJI.test(segment) ? segment : segment.replace(PRESENTATION, ''))).filter(
    (character) => character !== '',
  )
}

const invalid = (message: string): CodedError => new CodedError('name-invalid', message)

const codePoint = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
