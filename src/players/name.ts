import { CodedError } from '../protocol/index.ts'
import { charactersOf, countCharacters, hiddenIn, isVisible, mostUnits, TEXT_LIMITS, weightOf } from '../text/index.ts'

const { most: LONGEST } = TEXT_LIMITS.name
/** The longest name that is read (UTF-16 units). */
const MOST_UNITS = mostUnits('name')
/** How many marks of one character a reader can distinguish; more marks only cover the neighbours. */
const MOST_MARKS = 4

// A constructor, because the compiler's target does not know this flag yet; the runtime does.
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', 'v')
const PRESENTATION = /[\uFE0E\uFE0F]/gu
/** Letters of the Arabic script that join the next letter, so that a non-joiner after them is visible. */
const ARABIC_JOINING = '\u0626\u0628\u062A-\u062E\u0633-\u063F\u0641-\u0647\u0649\u064A\u067E\u0686\u06A9\u06AF\u06CC'
const VIRAMAS = '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA'
/** Joiners where spelling needs them: between Arabic letters, and after an Indic virama (as in RFC 5892 A.1, A.2). */
const SPELLING_JOINERS = new RegExp(
  `(?<=[${ARABIC_JOINING}])\u200C(?=(?=\\p{Script=Arabic})\\p{L})|(?<=[${VIRAMAS}])[\u200C\u200D](?=\\p{L})`,
  'gu',
)
const MARK_WITHOUT_BASE = /(?:^| )\p{M}/u
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u')

/**
 * A display name in its normal form: NFKC, without white space at its ends, with single spaces inside. It has 1 to 24
 * characters as a reader counts them (grapheme clusters), all of them visible.
 * @throws CodedError `name-invalid`; the message says what is wrong
 */
export function playerName(given: string): string {
  requireReadable(given)
  const normal = given.normalize('NFKC')
  // NFKC turns one character into up to 18 others, and the work that follows grows with them.
  requireReadable(normal)
  // Twice: without a presentation selector, its neighbours may compose.
  const bare = characterList(normal).join('').normalize('NFKC')
  const characters = characterList(bare.trim().replace(/ {2,}/g, ' '))
  // An emoji is valid as a whole, because it is a known sequence; of everything else, each code point must be valid.
  const letters = characters.map((character) => (EMOJI.test(character) ? '\u263A' : character)).join('')

  const invisible = hiddenIn(letters.replace(SPELLING_JOINERS, '').replaceAll(' ', ''))
  if (invisible !== undefined) throw invalid(`The name has an invisible character: ${codePoint(invisible)}.`)
  if (MARK_WITHOUT_BASE.test(letters)) throw invalid('The name has a combining mark without a letter before it.')
  if (!isVisible(letters)) throw invalid('The name has no visible character.')
  const isPiled = characterList(letters).some((character) => weightOf(character) > 1)
  if (isPiled || TOO_MANY_MARKS.test(letters)) throw invalid('The name has too many combining marks on one letter.')
  const name = characters.join('')
  const length = countCharacters(name)
  if (length > LONGEST) throw invalid(`The name has ${length} characters; at most ${LONGEST} are allowed.`)
  return name
}

function requireReadable({ length }: string): void {
  if (length > MOST_UNITS) throw invalid(`The name is too long; at most ${LONGEST} characters are allowed.`)
}

/** The grapheme clusters of a text. Selectors for the emoji form or the text form stay only in emoji. */
function characterList(text: string): string[] {
  const plain = (segment: string): string => (EMOJI.test(segment) ? segment : segment.replace(PRESENTATION, ''))
  return Array.from(charactersOf(text), plain).filter((character) => character !== '')
}

const invalid = (message: string): CodedError => new CodedError('name-invalid', message)

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
