import type { z } from 'zod'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { CommandName, COMMANDS, PlayerRef } from '../protocol/index.ts'

/** What commands are about. */
export interface Services {
  matches: Matches
  lobby: Lobby
}

type Declared = typeof COMMANDS
export type RequestOf<Name extends CommandName> = z.output<Declared[Name]['request']>
export type AnswerOf<Name extends CommandName> = z.output<Declared[Name]['answer']>

/** The player who sends a command; null for someone without a token, where one door is open to them. */
export type Caller<Name extends CommandName> = Declared[Name] extends { forVisitors: true } | { http: { open: true } }
  ? PlayerRef | null
  : PlayerRef

/** What is done for each command, whose request is checked. @throws CodedError as the command declares */
export type Handlers<Names extends CommandName> = {
  readonly [Name in Names]: (
    services: Services,
    player: Caller<Name>,
    request: RequestOf<Name>,
  ) => Promise<AnswerOf<Name>>
}
