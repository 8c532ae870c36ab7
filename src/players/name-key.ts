/** What asks for an emoji or for text; the character is the same. */
const PRESENTATION = /[\uFE0E\uFE0F]/g

/**
 * What two names have in common exactly when they count as the same name of an account: that is, when they differ in nothing
 * but case, width and other compatibility forms (NFKC).
 *
 * Case is what it is in any language: `ß`, `ẞ` and `ss` are the same, as are `σ`, `ς` and `Σ`, and, because Turkish pairs
 * `ı` with `I` and `İ` with `i` where others pair `i` with `I`, these four. Accents, spaces, punctuation, joiners and letters
 * of other scripts that look alike (Latin `a`, Cyrillic `а`) make different names.
 * @param name as `playerName` returns it.
 */
export function nameKey(name: string): string {
  // A second time: composing after the first may bring a letter about that has another case.
  return fold(fold(name.replace(PRESENTATION, '')))
}

/**
 * Lower, upper, lower: `ẞ` has only a lower case with an upper case of several letters, `ς` and `ı` meet the others only in
 * upper case. What is written above an i in lower case, only the Turkish capital leaves there.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')
