// A state of about 6 KB, of which each of two players sees 3 KB: the same for all peers.
const ids = (count, prefix) => Array.from({ length: count }, (_, i) => `${prefix}-${'abcdefghij'[i % 10]}${i}`)

export function makeState() {
  return {
    version: 0,
    turn: 0,
    age: 1,
    pawn: 0,
    // Nobody sees these two.
    deck: ids(60, 'hidden-building-card'),
    box: ids(30, 'hidden-token-of-box'),
    structure: ids(20, 'building').map((card, i) => ({ card, back: 'II', up: i % 2 === 0, open: i > 14 })),
    cities: [0, 1].map(() => ({
      coins: 7,
      buildings: Object.fromEntries(ids(18, 'constructed').map((id) => [id, 'yellow'])),
      wonders: Object.fromEntries(ids(4, 'wonder').map((id) => [id, {}])),
      tokens: {},
      secret: ids(6, 'conspiracy'),
    })),
    board: ids(5, 'token'),
    discard: ids(8, 'discarded'),
    prices: Object.fromEntries(ids(10, 'price').map((id, i) => [id, { total: i, trade: i % 3, chained: false }])),
  }
}

/** Plays a move: changes a few things, as a move of the game does. */
export function play(state, slot) {
  state.version += 1
  const city = state.cities[state.turn]
  city.coins = (city.coins + slot) % 50
  const card = state.structure[slot % 20]
  card.open = !card.open
  card.up = true
  city.buildings[`constructed-${'abcdefghij'[slot % 10]}${slot % 18}`] = state.version % 2 ? 'blue' : 'red'
  state.pawn = (state.pawn + 1) % 9
  for (const price of Object.values(state.prices)) price.total = (price.total + 1) % 9
  state.turn ^= 1
}

const ALL_SLOTS = Array.from({ length: 20 }, (_, slot) => slot)

/** What a seat sees, with the legal moves for the seat to act. */
export function view(state, seat) {
  return {
    version: state.version,
    you: seat,
    turn: state.turn,
    age: state.age,
    pawn: state.pawn,
    structure: state.structure.map(({ card, back, up, open }) => ({
      back,
      ...(up && { card }),
      ...(open && { open }),
    })),
    cities: state.cities.map((city, index) => ({
      coins: city.coins,
      buildings: { ...city.buildings },
      wonders: { ...city.wonders },
      tokens: { ...city.tokens },
      secret: index === seat ? [...city.secret] : city.secret.length,
    })),
    board: [...state.board],
    discard: [...state.discard],
    ...(state.turn === seat && {
      legal: [
        { type: 'construct-building', slot: ALL_SLOTS },
        { type: 'discard-card', slot: ALL_SLOTS },
      ],
    }),
    prices: Object.fromEntries(Object.entries(state.prices).map(([id, price]) => [id, { ...price }])),
  }
}
