/** Letters of scripts that are written from right to left: Hebrew, Arabic and their relatives. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const [ISOLATE, END] = ['\u2068', '\u2069']

/**
 * What a player has written, such as a name, as a part of a line in which it must not reorder what stands next to it.
 * Players cannot write the signs that isolate it; a text that has them already stays as it is.
 */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) && !text.includes(ISOLATE) ? `${ISOLATE}${text}${END}` : text
