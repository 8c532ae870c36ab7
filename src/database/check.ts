import type { PrismaClient } from './client/client.ts'
import { DatabaseRefusal } from './refusal.ts'

/** What the server asks a database before it uses it. */
interface Answer {
  encoding: string
  zone: string
  schema: string | null
}

/**
 * Requires of a database what no migration and no query can do without.
 * @param schema the schema that DATABASE_URL names, if it does
 * @throws DatabaseRefusal; what the driver throws
 */
export async function checkDatabase(db: PrismaClient, schema?: string): Promise<void> {
  const [answer] = await db.$queryRaw<Answer[]>`
    SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
      current_schema()::text AS schema`
  for (const [isMet, why] of requirements(answer!, schema)) if (!isMet) throw new DatabaseRefusal(why)
  // Behind a pool that pools statements there are none.
  await db.$transaction((tx) => tx.$queryRaw`SELECT 1`)
}

const requirements = ({ encoding, zone, schema }: Answer, wanted?: string): [isMet: boolean, why: string][] => [
  [
    encoding === 'UTF8',
    `The database has the encoding ${encoding}, which cannot hold every name and every line of a chat. ` +
      `Create one with the encoding UTF8: CREATE DATABASE curia ENCODING 'UTF8' TEMPLATE template0.`,
  ],
  [
    // The driver reads times as if they were in UTC, whatever the zone of the connection.
    zone === 'UTC',
    `The connections to the database have the time zone ${zone} although they ask for UTC. ` +
      'What is between the server and the database has to pass the setting TimeZone on.',
  ],
  [
    wanted === undefined || schema === wanted,
    `DATABASE_URL names the schema ${JSON.stringify(wanted)}, and the connections are in ${JSON.stringify(schema)}. ` +
      'The schema must exist (CREATE SCHEMA), and the user must have the right to use it.',
  ],
  [
    schema !== null,
    'There is no schema for the tables: none of the search path of the user exists, or the user may use none of them.',
  ],
]
