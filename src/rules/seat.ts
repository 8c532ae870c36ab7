/** Seat 0 is the first player of Age I. */
export type Seat = 0 | 1

/** Who receives a view of a match. */
export type Viewer = Seat | 'spectator'

export const other = (seat: Seat): Seat => (seat === 0 ? 1 : 0)
