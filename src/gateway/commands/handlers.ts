import type { z } from 'zod'
import type { Lobby } from '../../lobby/index.ts'
import type { Matches } from '../../matches/index.ts'
import type { CommandName, COMMANDS } from '../../protocol/index.ts'
import type { Answer } from '../answer.ts'
import type { Connection } from '../connection.ts'

/** What commands are about. */
export interface Services {
  matches: Matches
  lobby: Lobby
}

type Declared = typeof COMMANDS

/** What the socket does for each command, whose request is checked. @throws CodedError as the command declares */
export type Handlers = {
  readonly [Name in CommandName]: (
    services: Services,
    connection: Connection,
    request: z.output<Declared[Name]['request']>,
  ) => Promise<Answer<z.output<Declared[Name]['answer']>>>
}

/** Those whose names begin alike. */
export type HandlersOf<Subject extends string> = Pick<Handlers, Extract<CommandName, `${Subject}:${string}`>>
