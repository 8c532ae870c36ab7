/** The structure of an age (base.md §3, agora.md §2.2, pantheon.md §2.2). */
export interface Layout {
  /**
   * For each row, from the far end, the columns of its cards in half-card steps. The cards of the next row, one column
   * to the left and to the right, cover a card. Rows 0, 2, 4 and 6 are dealt face up, the others face down.
   */
  rows: readonly (readonly number[])[]
  /** The slots that carry tokens with Pantheon: Mythology tokens in Age I, Offering tokens in Age II. */
  tokenSlots: readonly number[]
}

export type Layouts = Readonly<Record<1 | 2 | 3, Layout>>

export const BASE_LAYOUTS: Layouts = {
  1: {
    rows: [[5, 7], [4, 6, 8], [3, 5, 7, 9], [2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]],
    tokenSlots: [2, 4, 9, 11, 13],
  },
  2: {
    rows: [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10], [3, 5, 7, 9], [4, 6, 8], [5, 7]],
    tokenSlots: [6, 8, 10],
  },
  3: {
    rows: [[5, 7], [4, 6, 8], [3, 5, 7, 9], [4, 8], [3, 5, 7, 9], [4, 6, 8], [5, 7]],
    tokenSlots: [],
  },
}

export const AGORA_LAYOUTS: Layouts = {
  1: {
    rows: [[5, 7, 9], [4, 6, 8, 10], [3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12], [1, 3, 5, 7, 9, 11, 13]],
    tokenSlots: [4, 6, 12, 14, 17],
  },
  2: {
    rows: [[1, 3, 5, 7, 9, 11, 13], [2, 4, 6, 8, 10, 12], [3, 5, 7, 9, 11], [4, 6, 8, 10], [5, 7, 9]],
    tokenSlots: [7, 9, 12],
  },
  3: {
    rows: [[6, 8], [5, 7, 9], [4, 6, 8, 10], [3, 5, 7, 9, 11], [4, 6, 8, 10], [5, 7, 9], [6, 8]],
    tokenSlots: [],
  },
}
