import { AGORA_TABLES } from './agora.ts'
import { BASE_TABLES } from './base.ts'
import type { Tables } from './fill.ts'
import { PANTHEON_TABLES } from './pantheon.ts'
import { PROTOCOL_TABLES } from './protocol.ts'

export { makeExamples } from './examples.ts'
export { fillTables, placesIn } from './fill.ts'

/** The examples of the protocol, as the server has them, from the root of the project. */
export const EXAMPLES = 'src/http/docs/examples.json'

/** Every table that a document can have a place for, by its name. Each stands in one document, once. */
export const TABLES: Tables = { ...BASE_TABLES, ...AGORA_TABLES, ...PANTHEON_TABLES, ...PROTOCOL_TABLES }

/** The documents of the rules, by the names that citations use. They are in docs/rules/. */
export const DOCUMENTS = ['base.md', 'agora.md', 'pantheon.md'] as const

/** Every document with tables, from the root of the project. */
export const WITH_TABLES = [
  ...DOCUMENTS.map((name) => `docs/rules/${name}`),
  'docs/protocol.md',
  'docs/protocol/reference.md',
]
