import { openDatabase } from '../../src/database/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { inFolders, quiet } from './history.ts'
import type { Http } from './http.ts'
import { openHttp } from './http.ts'

/** HTTP in front of a history in an embedded database of its own. */
export interface HttpHistory {
  archive: Archive
  http: Http
  close: () => Promise<void>
}

export async function openHttpHistory(): Promise<HttpHistory> {
  const places = await inFolders()
  const database = await openDatabase(await places.fresh(), quiet)
  const archive = openArchive(database)
  const http = await openHttp({ archive }, database)
  const close = async (): Promise<void> => {
    await http.close()
    await database.close()
    await places.end()
  }
  return { archive, http, close }
}
