import type { Table, TableStore } from '../../lobby/index.ts'
import { parseAll } from './json.ts'
import type { RunScript } from './scripts/index.ts'
import type { TableReplies } from './scripts/tables.ts'

export const redisTables = (run: RunScript<TableReplies>): TableStore => ({
  reserve: async (table, most) =>
    (await run('lobbyReserveTable', table.match, table.host.id, JSON.stringify(table), most)) === 1,
  open: (match, code) => run('lobbyOpenTable', match, code),
  close: (match) => run('lobbyCloseTable', match),
  list: async (limit) => parseAll<Table>(await run('lobbyTables', limit)),
  claim: async (limit, everyMs) => parseAll<Table>(await run('lobbyClaimTables', limit, everyMs)),
})
