/** Everything that crosses the wire: its shapes, checked on the way in and documented from the same source. */
export * from './actions.ts'
export * from './errors.ts'
export * from './games.ts'
export * from './matches.ts'
export * from './options.ts'
export * from './players.ts'
export * as primitives from './primitives.ts'
export * from './view.ts'
