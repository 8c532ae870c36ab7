// boardgame.io with its memory store and player views: node bgio.cjs PORT
const { Origins, Server } = require('boardgame.io/server')

void import('./state.mjs').then(({ makeState, play, view }) => {
  const game = {
    name: 'duel',
    setup: makeState,
    minPlayers: 2,
    maxPlayers: 2,
    turn: { minMoves: 1, maxMoves: 1 },
    playerView: ({ G, playerID }) => view(G, Number(playerID)),
    moves: { play: { client: false, move: ({ G }, slot) => play(G, slot) } },
  }
  Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]) })
})
