/** No character that people use has more code points: so many has an emoji of two people, each with a skin tone. */
const MOST_CODE_POINTS = 10

// A browser of an earlier year has none.
const clusters = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

/** The characters of a text as a reader sees them (grapheme clusters); code points where the platform knows no others. */
export const charactersOf = (text: string): Iterable<string> => (clusters ? segmentsOf(clusters.segment(text)) : text)

function* segmentsOf(segments: Intl.Segments): Iterable<string> {
  for (const { segment } of segments) yield segment
}

/** For how many characters one counts: one for every ten code points begun, so that no text is longer than its count. */
export const weightOf = (character: string): number => Math.ceil([...character].length / MOST_CODE_POINTS)

/**
 * How many characters a text has as people count them: an emoji is one, and so is a letter with its marks.
 * @param most the count ends above it
 */
export function countCharacters(text: string, most = Infinity): number {
  let count = 0
  for (const character of charactersOf(text)) {
    count += weightOf(character)
    if (count > most) break
  }
  return count
}

/** How many UTF-16 units a text of so many characters has at most: a longer text needs no counting. */
export const unitsOf = (characters: number): number => characters * MOST_CODE_POINTS * 2
