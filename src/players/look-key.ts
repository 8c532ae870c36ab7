import unhomoglyph from 'unhomoglyph'

/**
 * What looks like a Latin letter or a figure by Unicode 17 and not yet, or in another way, by Unicode 13, of which the
 * library has the data.
 */
const LATER: Readonly<Record<string, string>> = {
  '३': '3',
  '૩': '3',
  Ⲝ: '3',
  Ⳅ: '3',
  ⳓ: '6',
  Ϭ: '6',
  Ⳝ: '6',
  ⳋ: '9',
  Ⲃ: 'B',
  င: 'c',
  ၚ: 'c',
  ƒ: 'f',
  ⲓ: 'i',
  ւ: 'i',
  ӏ: 'l',
  '០': 'o',
  ϭ: 'o',
  þ: 'p',
  ƿ: 'p',
  ϸ: 'p',
  ⳏ: 'p',
  Ⳏ: 'P',
  ട: 's',
  ⲽ: 'w',
  ш: 'w',
  ⲩ: 'y',
}
const LATER_ONES = new RegExp(`[${Object.keys(LATER).join('')}]`, 'gu')
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The keys of what a name looks like. A reader may take two names for one another if one of their keys is the same: if
 * they have the same skeleton (UTS 39: `Сlub` with a Cyrillic letter and `Club`, `l` and `1` and `I`, `rn` and `m`, `0`
 * and `O`), as they are written or in capitals, whatever the case of each letter is. So `i` counts as `l`, like its
 * capital. There are two keys, because small letters of other scripts look like other Latin letters than their capitals:
 * Greek `ν` like `v`, and `Ν` like `N`.
 *
 * The keys are for comparisons alone: nobody must be shown one.
 * @param name as `playerName` returns it.
 */
export const lookKeys = (name: string) => ({
  lookKey: lookKey(name),
  // The capital of `ẞ` is itself, and that of its small letter is `SS`.
  capitalsKey: lookKey(name.toLowerCase().toUpperCase()),
})

/** Capitals first: only as a capital, `i` looks like `l`. Then small letters: only as a small letter, `m` is `rn`. */
const lookKey = (text: string): string => skeleton(skeleton(skeleton(text).toUpperCase()).toLowerCase())

/** The skeleton of a text from left to right: UTS 39, section 4. */
const skeleton = (text: string): string => {
  const bare = text.normalize('NFD').replace(IGNORABLE, '')
  return unhomoglyph(bare.replace(LATER_ONES, (character) => LATER[character]!)).normalize('NFD')
}
