// Colyseus: the state in schemas, a patch right after every move, in memory only.
// node colyseus.mjs PORT
import { createServer } from 'node:http'
import { Room, Server } from '@colyseus/core'
import { ArraySchema, MapSchema, Schema, defineTypes } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { makeState } from './state.mjs'

class Slot extends Schema {}
defineTypes(Slot, { card: 'string', back: 'string', up: 'boolean', open: 'boolean' })
class Price extends Schema {}
defineTypes(Price, { total: 'number', trade: 'number', chained: 'boolean' })
class City extends Schema {}
defineTypes(City, { coins: 'number', buildings: { map: 'string' }, wonders: { map: 'string' } })
class State extends Schema {}
defineTypes(State, {
  version: 'number', turn: 'number', age: 'number', pawn: 'number', structure: [Slot], cities: [City],
  board: ['string'], discard: ['string'], prices: { map: Price },
})

function cityOf({ coins, buildings, wonders }) {
  const city = new City()
  city.coins = coins
  city.buildings = new MapSchema(buildings)
  city.wonders = new MapSchema(Object.fromEntries(Object.keys(wonders).map((id) => [id, ''])))
  return city
}

function schemaState() {
  const plain = makeState()
  const state = Object.assign(new State(), { version: 0, turn: 0, age: 1, pawn: 0 })
  state.structure = new ArraySchema(...plain.structure.map((slot) => Object.assign(new Slot(), slot)))
  state.cities = new ArraySchema(...plain.cities.map(cityOf))
  state.board = new ArraySchema(...plain.board)
  state.discard = new ArraySchema(...plain.discard)
  state.prices = new MapSchema()
  for (const [id, price] of Object.entries(plain.prices)) state.prices.set(id, Object.assign(new Price(), price))
  return state
}

class Duel extends Room {
  maxClients = 2
  patchRate = null

  onCreate() {
    this.state = schemaState()
    this.setPatchRate(null)
    this.onMessage('move', (client, { version, slot }) => {
      const { state } = this
      if (version !== state.version) return client.send('ack', { ok: false })
      state.version += 1
      const city = state.cities[state.turn]
      city.coins = (city.coins + slot) % 50
      const card = state.structure[slot % 20]
      card.open = !card.open
      card.up = true
      city.buildings.set(`constructed-${'abcdefghij'[slot % 10]}${slot % 18}`, state.version % 2 ? 'blue' : 'red')
      state.pawn = (state.pawn + 1) % 9
      for (const price of state.prices.values()) price.total = (price.total + 1) % 9
      state.turn ^= 1
      client.send('ack', { ok: true, version: state.version, at: Date.now() })
      this.broadcastPatch()
    })
  }
}

const server = new Server({ transport: new WebSocketTransport({ server: createServer() }), greet: false })
server.define('duel', Duel)
await server.listen(Number(process.argv[2]), '127.0.0.1')
