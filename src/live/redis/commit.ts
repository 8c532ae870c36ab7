import { houseBotLevel } from '../../protocol/index.ts'
import type { Commit } from '../port.ts'
import type { EntryContent } from './log.ts'

/** What a commit records. */
export const contentOf = ({ actionId, previousHash, body }: Commit): EntryContent => ({
  ...(actionId !== undefined && { actionId }),
  ...(previousHash !== undefined && { previousHash }),
  body,
})

/** What the script of a commit takes after match, version, time of the last entry, and entry. */
export function argumentsOf({ body, ends, deadline, condition, botTurn: turn }: Commit): string[] {
  const joins = body.type === 'join' ? body.seat : undefined
  const botTurn = turn === undefined ? undefined : (turn?.leaseMs ?? -1)
  const isPlain = [ends, joins, condition, botTurn].every((each) => each === undefined)
  if (isPlain) return [changeOf(deadline)]
  if (body.type !== 'join') return [changeOf(deadline), JSON.stringify({ ends, condition, botTurn })]
  const listed = houseBotLevel(body.player.id) === undefined
  return [changeOf(deadline), JSON.stringify({ ends, joins, condition, botTurn, listed }), body.player.id]
}

function changeOf(deadline: Commit['deadline']): string {
  if (deadline === undefined) return ''
  if (deadline === null) return 'none'
  return 'at' in deadline ? String(deadline.at) : `+${deadline.after}`
}
