/** The screens that show a table, but for that of a match, which is loaded without them. */
export { default as compare } from './Compare.svelte'
export { default as puzzles } from './Puzzles.svelte'
export { default as replay } from './Replay.svelte'
export { default as learn } from '../learn/Learn.svelte'
