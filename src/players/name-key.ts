/** Selectors for the emoji form or the text form of a character; the character stays the same. */
const PRESENTATION = /[\uFE0E\uFE0F]/g

/**
 * The key of a name: two names have the same key exactly when they count as the same name of an account, because they
 * differ only in case, width and other compatibility forms (NFKC).
 *
 * Case is the case of any language: `ß`, `ẞ` and `ss` are the same, and `σ`, `ς` and `Σ` are. So are `i`, `I`, `ı` and
 * `İ`, because Turkish pairs `ı` with `I` and `İ` with `i`, and other languages pair `i` with `I`. Names are different
 * if they differ in accents, spaces, punctuation, joiners, or letters of other scripts that look alike (Latin `a`,
 * Cyrillic `а`).
 * @param name as `playerName` returns it.
 */
export function nameKey(name: string): string {
  // Twice: the composition at the end of the first time can result in a letter that has another case.
  return fold(fold(name.replace(PRESENTATION, '')))
}

/**
 * Lower, upper, lower: the upper case of `ẞ` is itself and that of its lower case has two letters; `ς` and `ı` equal
 * the others only in upper case. A dot above an i in lower case can only come from the Turkish capital.
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
