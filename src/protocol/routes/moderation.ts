import { announcedSchema } from '../announcements.ts'
import { LIVE_ERRORS } from '../errors.ts'
import { playerParamsSchema } from '../http.ts'
import {
  measureRequestSchema,
  measureSchema,
  measuresPageSchema,
  measuresQuerySchema,
  moderatedPlayerSchema,
  noticeRequestSchema,
  overviewSchema,
  pairsAnswerSchema,
  pairsQuerySchema,
  pauseRequestSchema,
  reportContextSchema,
  reportParamsSchema,
  resetLinkRequestSchema,
  resetLinkSchema,
  standingSchema,
} from '../moderation.ts'
import { reportedSchema, reportRequestSchema, reportsPageSchema, reportsQuerySchema } from '../reports.ts'
import type { Route } from './route.ts'
import { NOTHING } from './route.ts'

/** Reports, and what moderators read and do. */
export const MODERATION_ROUTES = {
  'POST /v1/reports': {
    id: 'reportPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Report a player, or a line of the chat',
    description:
      'Moderators read it, with the chat and the game; the player who is reported does not learn of it. The ' +
      'same report is stored once while it is open. A player has at most 20 open reports.',
    body: reportRequestSchema,
    answers: { 201: reportedSchema },
    errors: [...LIVE_ERRORS, 'unknown-player', 'code-needed', 'sealed', 'limit-reached'],
    limit: { points: 10, seconds: 60 },
  },
  'GET /v1/players/me/standing': {
    id: 'getStanding',
    tag: 'players',
    auth: 'required',
    summary: 'What the caller may do: whether a moderator has muted them, and whether they are a moderator',
    description: 'The reason of a mute is that of the moderator. It is left out when the mute has ended.',
    answers: { 200: standingSchema },
    errors: [],
  },
  'GET /v1/moderation/reports': {
    id: 'listReports',
    tag: 'moderation',
    auth: 'required',
    summary: 'Reports, newest first',
    description: 'Of all players or of one, open, closed or both.',
    query: reportsQuerySchema,
    answers: { 200: reportsPageSchema },
    errors: ['moderator-needed', 'bad-cursor'],
  },
  'GET /v1/moderation/reports/{id}': {
    id: 'getReport',
    tag: 'moderation',
    auth: 'required',
    summary: 'A report with its context: the match, its chat, and what is known of the player',
    description: 'The chat is that of both rooms, as far as it is kept.',
    params: reportParamsSchema,
    answers: { 200: reportContextSchema },
    errors: ['moderator-needed', 'unknown-report'],
  },
  'GET /v1/moderation/players/{id}': {
    id: 'getModeratedPlayer',
    tag: 'moderation',
    auth: 'required',
    summary: 'A player with the last reports and measures that concern them',
    description: 'Their standing, and the player to whom a bot belongs.',
    params: playerParamsSchema,
    answers: { 200: moderatedPlayerSchema },
    errors: ['moderator-needed'],
  },
  'GET /v1/moderation/pairs': {
    id: 'listPairs',
    tag: 'moderation',
    auth: 'required',
    summary: 'Pairs of players whose rated games may be arranged',
    description:
      'Those that have played five rated games or more and show a sign: they play mostly each other, share an address ' +
      'or a device, or resign early. Signs are no proof.',
    query: pairsQuerySchema,
    answers: { 200: pairsAnswerSchema },
    errors: ['moderator-needed'],
  },
  'GET /v1/moderation/measures': {
    id: 'listMeasures',
    tag: 'moderation',
    auth: 'required',
    summary: 'The audit log, newest first',
    description: 'Each with the moderator who took it and the reason. No route changes it.',
    query: measuresQuerySchema,
    answers: { 200: measuresPageSchema },
    errors: ['moderator-needed', 'bad-cursor'],
  },
  'POST /v1/moderation/measures': {
    id: 'takeMeasure',
    tag: 'moderation',
    auth: 'required',
    summary: 'Take a measure: mute, ban, rename, end a match, close a report, or take one of them back',
    description:
      'It is added to the audit log, which no route can change. This node obeys it at once, other nodes within ' +
      'seconds.',
    body: measureRequestSchema,
    answers: { 201: measureSchema },
    errors: [
      'moderator-needed',
      ...LIVE_ERRORS,
      'match-over',
      'stale',
      'unknown-player',
      'unknown-report',
      'name-invalid',
      'name-taken',
    ],
  },
  'POST /v1/moderation/resets': {
    id: 'makeResetLink',
    tag: 'moderation',
    auth: 'required',
    summary: 'Make a link with which a player who has lost the password sets another one',
    description:
      'For one use, within 24 hours; the newest one of an account counts. It is added to the audit log, without the ' +
      'link. A moderator gets none, and a bot has no password.',
    body: resetLinkRequestSchema,
    answers: { 201: resetLinkSchema },
    errors: ['moderator-needed', 'unknown-player', 'unknown-report'],
    limit: { points: 10, seconds: 60 },
  },
  'GET /v1/moderation/overview': {
    id: 'getOverview',
    tag: 'moderation',
    auth: 'required',
    summary: 'What goes on: nodes with their versions and threads, queues, the outbox, webhooks, and what is announced',
    description: 'A node is listed from its start until a minute after it was seen last.',
    answers: { 200: overviewSchema },
    errors: ['moderator-needed'],
  },
  'POST /v1/moderation/notices': {
    id: 'postNotice',
    tag: 'moderation',
    auth: 'required',
    summary: 'Tell everybody something, in the place of what was told before',
    description:
      'Everybody who is connected is sent `server:notice`, within seconds on all nodes; `GET /v1/server` has it, too.',
    body: noticeRequestSchema,
    answers: { 201: announcedSchema },
    errors: ['moderator-needed'],
  },
  'DELETE /v1/moderation/notices': {
    id: 'withdrawNotice',
    tag: 'moderation',
    auth: 'required',
    summary: 'Withdraw what everybody is told',
    description: 'Does nothing if nothing is told.',
    answers: { 204: NOTHING },
    errors: ['moderator-needed'],
  },
  'PUT /v1/moderation/pause': {
    id: 'pauseMatches',
    tag: 'moderation',
    auth: 'required',
    summary: 'Pause new matches, or let them begin again',
    description:
      'While they are paused, whoever wants to create a match, to wait in the queue or to accept a challenge or a rematch is ' +
      'answered `paused`, and rounds of tournaments wait. Matches in play go on, and so do series.',
    body: pauseRequestSchema,
    answers: { 200: announcedSchema },
    errors: ['moderator-needed'],
  },
} satisfies Record<string, Route>
