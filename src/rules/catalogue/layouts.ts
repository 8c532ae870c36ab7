/**
 * The structure of an age (base.md §3, agora.md §2.2): for each row, from the far end, the columns of its cards in
 * half-card steps. The cards of the next row, one column to the left and to the right, cover a card. Rows 0, 2, 4 and 6
 * are dealt face up, the others face down. Everything else about a layout follows from these numbers.
 */
export type LayoutRows = readonly (readonly number[])[]

export const BASE_LAYOUTS: Readonly<Record<1 | 2 | 3, LayoutRows>> = {
  1: [[5, 7], [4, 6, 8], [3, 5, 7, 9], [2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]],
  2: [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10], [3, 5, 7, 9], [4, 6, 8], [5, 7]],
  3: [[5, 7], [4, 6, 8], [3, 5, 7, 9], [4, 8], [3, 5, 7, 9], [4, 6, 8], [5, 7]],
}

export const AGORA_LAYOUTS: Readonly<Record<1 | 2 | 3, LayoutRows>> = {
  1: [[5, 7, 9], [4, 6, 8, 10], [3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12], [1, 3, 5, 7, 9, 11, 13]],
  2: [[1, 3, 5, 7, 9, 11, 13], [2, 4, 6, 8, 10, 12], [3, 5, 7, 9, 11], [4, 6, 8, 10], [5, 7, 9]],
  3: [[6, 8], [5, 7, 9], [4, 6, 8, 10], [3, 5, 7, 9, 11], [4, 6, 8, 10], [5, 7, 9], [6, 8]],
}

