import {
  claimRequestSchema,
  logInRequestSchema,
  passwordRequestSchema,
  sessionParamsSchema,
  sessionsAnswerSchema,
} from '../accounts.ts'
import { botAccountsAnswerSchema, botRequestSchema } from '../bots.ts'
import { playerParamsSchema } from '../http.ts'
import { guestResponseSchema } from '../players.ts'
import type { Route } from './route.ts'
import { NOTHING } from './route.ts'

/** Accounts, their sessions and their bots. */
export const ACCOUNT_ROUTES = {
  'POST /v1/players/me/account': {
    id: 'claimAccount',
    tag: 'players',
    auth: 'required',
    summary: 'Make an account of a guest',
    description: 'The player keeps the id, matches, games and session. The new token has the name of the account.',
    body: claimRequestSchema,
    answers: { 201: guestResponseSchema },
    errors: ['name-invalid', 'name-taken', 'password-invalid', 'account-exists'],
    limit: { points: 'guestsPerMinute', seconds: 60 },
  },
  'PUT /v1/players/me/password': {
    id: 'changePassword',
    tag: 'players',
    auth: 'required',
    summary: 'Change the password',
    description: 'All sessions of the account end, except the session of the token.',
    body: passwordRequestSchema,
    answers: { 204: NOTHING },
    errors: ['account-needed', 'not-for-bots', 'password-wrong', 'password-invalid'],
    limit: { points: 'guestsPerMinute', seconds: 60 },
  },
  'GET /v1/players/me/bots': {
    id: 'listBots',
    tag: 'players',
    auth: 'required',
    summary: 'The bot accounts of the account',
    description: 'Each with what is known of its personal token, but without the token itself.',
    answers: { 200: botAccountsAnswerSchema },
    errors: ['account-needed'],
  },
  'POST /v1/players/me/bots': {
    id: 'createBot',
    tag: 'players',
    auth: 'required',
    summary: 'Create a bot account',
    description:
      'A player for a program of the caller. It is marked as a bot for good, plays over the same API, and never ' +
      'enters the queue of people. The answer has its personal token, which is not shown again. An account has ' +
      'at most 10 bots, and gets at most 20 tokens for them in a day.',
    body: botRequestSchema,
    answers: { 201: guestResponseSchema },
    errors: ['account-needed', 'not-for-bots', 'name-invalid', 'name-taken', 'limit-reached'],
  },
  'DELETE /v1/players/me/bots/{id}': {
    id: 'deleteBot',
    tag: 'players',
    auth: 'required',
    summary: 'Delete a bot account',
    description:
      'Its token is revoked, and its name and chat lines are removed from its games, as for any player who ' +
      'deletes their data. If the request fails, the client should repeat it.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-player'],
  },
  'POST /v1/players/me/bots/{id}/token': {
    id: 'replaceBotToken',
    tag: 'players',
    auth: 'required',
    summary: 'Replace the personal token of a bot',
    description: 'The token until now is revoked. The new one is not shown again.',
    params: playerParamsSchema,
    answers: { 201: guestResponseSchema },
    errors: ['unknown-player'],
  },
  'DELETE /v1/players/me/bots/{id}/token': {
    id: 'revokeBotToken',
    tag: 'players',
    auth: 'required',
    summary: 'Revoke the personal token of a bot',
    description: 'The bot leaves the queue, its challenges are closed, and it resigns its matches.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-player'],
  },
  'POST /v1/sessions': {
    id: 'logIn',
    tag: 'players',
    auth: 'none',
    summary: 'Log in to an account',
    description: 'The answer has a token for a new session. A wrong name and a wrong password are answered alike.',
    body: logInRequestSchema,
    answers: { 201: guestResponseSchema },
    errors: ['login-failed', 'name-invalid', 'banned'],
    limit: { points: 'guestsPerMinute', seconds: 60 },
  },
  'DELETE /v1/sessions/current': {
    id: 'logOut',
    tag: 'players',
    auth: 'required',
    summary: 'Log out',
    description: 'The session of the token ends, also that of a guest. A guest cannot log in again.',
    answers: { 204: NOTHING },
    errors: [],
    // The server stores the end of a guest's session, so the limit is stricter than the limit of new guests.
    limit: { points: 'guestsPerMinute', seconds: 3_600 },
  },
  'POST /v1/players/me/token': {
    id: 'renewToken',
    tag: 'players',
    auth: 'required',
    summary: 'Renew the token',
    description: 'The new token is of the same session. The old token is valid until it expires.',
    answers: { 201: guestResponseSchema },
    errors: ['not-for-bots'],
    limit: { points: 'guestsPerMinute', seconds: 60 },
  },
  'GET /v1/players/me/sessions': {
    id: 'listSessions',
    tag: 'players',
    auth: 'required',
    summary: 'The sessions of the account, most recently used first',
    description:
      'Every token of the account belongs to a session, and a renewed token to the same one. `current` marks ' +
      'that of the request.',
    answers: { 200: sessionsAnswerSchema },
    errors: ['account-needed'],
  },
  'DELETE /v1/players/me/sessions': {
    id: 'endOtherSessions',
    tag: 'players',
    auth: 'required',
    summary: 'End all sessions of the account, except the session of the token',
    description: 'Connections with one of their tokens are closed.',
    answers: { 204: NOTHING },
    errors: ['account-needed'],
  },
  'DELETE /v1/players/me/sessions/{id}': {
    id: 'endSession',
    tag: 'players',
    auth: 'required',
    summary: 'End one session of the account',
    description: 'Connections with its token are closed. It may be the session of the request.',
    params: sessionParamsSchema,
    answers: { 204: NOTHING },
    errors: ['account-needed', 'unknown-session'],
  },
} satisfies Record<string, Route>
