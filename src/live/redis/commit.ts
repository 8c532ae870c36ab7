import { houseBotLevel } from '../../protocol/index.ts'
import type { Commit } from '../port.ts'
import type { EntryContent } from './log.ts'

/** What a commit records. */
export const contentOf = ({ actionId, previousHash, body }: Commit): EntryContent => ({
  ...(actionId !== undefined && { actionId }),
  ...(previousHash !== undefined && { previousHash }),
  body,
})

/** What a commit takes, as scripts/commit.ts describes it. @param text that of the entry. */
export function argumentsOf(commit: Commit, text: string): (string | number)[] {
  const { match, version, follows = '', deadline } = commit
  return [match, version, follows, text, changeOf(deadline), ...furtherArguments(commit)]
}

function furtherArguments({
  body,
  ends,
  offeredFrom,
  next: nextMatch,
  condition,
  botTurn: turn,
}: Commit): [rest: string, player: string] {
  const joins = body.type === 'join' ? body.seat : undefined
  const botTurn = turn === undefined ? undefined : (turn?.leaseMs ?? -1)
  const next = nextMatch && JSON.stringify(nextMatch)
  const isPlain = [ends, joins, condition, botTurn].every((each) => each === undefined)
  if (isPlain) return ['', '']
  if (body.type !== 'join') return [JSON.stringify({ ends, offeredFrom, next, condition, botTurn }), '']
  const listed = houseBotLevel(body.player.id) === undefined
  return [JSON.stringify({ ends, offeredFrom, joins, next, condition, botTurn, listed }), body.player.id]
}

function changeOf(deadline: Commit['deadline']): string {
  if (deadline === undefined) return ''
  if (deadline === null) return 'none'
  return 'at' in deadline ? String(deadline.at) : `+${deadline.after}`
}
