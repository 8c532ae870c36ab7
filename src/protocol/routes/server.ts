import { catalogueQuerySchema, catalogueSchema } from '../catalogue.ts'
import { botsAnswerSchema } from '../house-bots.ts'
import { samplesSchema } from '../samples.ts'
import { disturbanceParamsSchema, serverAnswerSchema } from '../server.ts'
import type { Route } from './route.ts'
import { NOT_MODIFIED, NOTHING } from './route.ts'

/** What a server is, and what is the same for all of its matches. */
export const SERVER_ROUTES = {
  'GET /v1/server': {
    id: 'getServer',
    tag: 'server',
    auth: 'none',
    summary: 'What this server is: its version, what can be played, its limits, and what it offers',
    description: 'A client reads it first, and offers what is there. The limits are those that this operator has set.',
    answers: { 200: serverAnswerSchema },
    errors: [],
  },
  'GET /v1/catalogue': {
    id: 'getCatalogue',
    tag: 'server',
    auth: 'none',
    summary: 'Cards, wonders, tokens and layouts of a kind of game',
    description:
      'Views and events name things by their ids; a client needs the catalogue to draw them. It is the same for ' +
      'all matches of a kind of game and a version of the rules.',
    query: catalogueQuerySchema,
    answers: { 200: catalogueSchema, 304: NOT_MODIFIED },
    errors: [],
  },
  'GET /v1/samples': {
    id: 'getSamples',
    tag: 'server',
    auth: 'none',
    summary: 'What a client can receive, for its tests: a view of each decision, an event of each type, each error',
    description: 'The views are those of one kind of game, which has everything in the box.',
    answers: { 200: samplesSchema, 304: NOT_MODIFIED },
    errors: [],
  },
  'GET /v1/bots': {
    id: 'listOpponents',
    tag: 'server',
    auth: 'none',
    summary: 'The bots that the server plays',
    description: 'A match against one of them begins at once: see `opponent` of `POST /v1/matches`.',
    answers: { 200: botsAnswerSchema },
    errors: [],
  },
  'POST /v1/test/{disturbance}': {
    id: 'disturb',
    tag: 'server',
    auth: 'none',
    summary: 'Disturb the server, for a test of a client',
    description: 'There is no such route unless the server is in test mode.',
    params: disturbanceParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-route'],
  },
} satisfies Record<string, Route>
