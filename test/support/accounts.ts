import type { Logger } from 'pino'
import type { Database } from '../../src/database/index.ts'
import { localLimiters } from '../../src/limits/index.ts'
import { newGuest } from '../../src/players/guest.ts'
import type { Identity, SessionTimes } from '../../src/players/index.ts'
import { Accounts, createTokens, Passkeys, Sessions } from '../../src/players/index.ts'
import { quiet } from './history.ts'

export const DAY_MS = 86_400_000
export const PASSWORD = 'correct horse battery'
export const HOME = { address: '203.0.113.1', label: 'Home' }

export interface NodeOptions {
  ttlMs?: number
  /** The clock that tokens are issued by (ms since 1970). */
  now?: () => number
  log?: Logger
  times?: Partial<SessionTimes>
  guestNameMs?: number
  /** Where people reach the server. */
  publicUrl?: string | undefined
}

export const PUBLIC_URL = 'https://curia.example.org'

/** A loaded machine answers in this time. */
export const PATIENT_MS = 300_000

/** The accounts and sessions of one node. By default it polls the revocations of other nodes all the time. */
export async function openNode(database: Database, options: NodeOptions = {}) {
  const { ttlMs = 30 * DAY_MS, now, log = quiet, times = {}, guestNameMs = PATIENT_MS } = options
  const { publicUrl } = { publicUrl: PUBLIC_URL, ...options }
  const tokens = createTokens('the secret of the tests, long enough', ttlMs, now)
  const sessions = await Sessions.open({ database, tokens, log, times: { poll: 10, ...times } })
  const limiters = localLimiters
  const accounts = await Accounts.open({ database, tokens, sessions, limiters, guestNameMs })
  const passkeys = new Passkeys({ database, tokens, sessions, accounts, limiters, publicUrl })

  const guest = async (name = 'Ada') => tokens.issue(newGuest(name))
  /** A new player with an account, with the session that claimed it. */
  const player = async (name: string, password = PASSWORD) => accounts.claim(await guest(), { name, password }, HOME)
  const logIn = (name: string, password = PASSWORD, client = HOME) => accounts.logIn({ name, password }, client)
  /** The error code of a token; '' if the token is valid. */
  const refusal = ({ token }: { token: string }): Promise<string> =>
    sessions.authenticate(token).then(
      () => '',
      (error: { code: string }) => error.code,
    )
  /** The labels of the sessions of a player's account, sorted. */
  const labels = async (identity: Identity): Promise<string[]> =>
    (await sessions.list(identity)).map(({ label }) => label).sort()
  return { tokens, sessions, accounts, passkeys, guest, player, logIn, refusal, labels, close: () => sessions.close() }
}

export type Node = Awaited<ReturnType<typeof openNode>>
