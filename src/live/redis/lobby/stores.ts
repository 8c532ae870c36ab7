import type { Logger } from 'pino'
import type { LobbyStores } from '../../lobby/index.ts'
import { parseAddress } from '../address.ts'
import type { RedisTimes } from '../client.ts'
import { subscriberConnections, TIMES } from '../client.ts'
import { Connection } from '../connection.ts'
import { redisChallenges } from './challenges.ts'
import { LOBBY_KEYS, lobbyChannel } from './keys.ts'
import { redisLadder } from './ladder.ts'
import { RedisFeed } from './news.ts'
import { redisPairings } from './pairings.ts'
import { redisPresence } from './presence.ts'
import { redisQueue } from './queue.ts'
import type { LobbyReplies, LobbyScripts, RunScript } from './scripts/index.ts'
import { withLobbyScripts } from './scripts/index.ts'
import { redisShown } from './shown.ts'
import { redisTables } from './tables.ts'

export interface RedisLobbyOptions {
  /** As of the live store. */
  url: string
  log?: Logger
  times?: Partial<RedisTimes>
}

/**
 * The stores of a lobby in Redis 7 or Valkey, one server or a cluster, for any number of nodes. Opens at once, whether
 * or not Redis answers; from then on it connects again whenever it has to.
 * @throws Error if the address is not one.
 */
export function openRedisLobby({ url, log, times: some }: RedisLobbyOptions): LobbyStores {
  const [address, times] = [parseAddress(url), { ...TIMES, ...some }]
  const channel = lobbyChannel(address.database)
  const connection = new Connection({ address, times, defineScripts: withLobbyScripts, log })
  const run: RunScript<LobbyReplies> = (script, ...args) =>
    connection.ask((scripts: LobbyScripts) => scripts[script](...LOBBY_KEYS, channel, ...args))
  const news = new RedisFeed({
    run,
    channel,
    times,
    log,
    open: subscriberConnections(address, connection.client, times),
    failed: (error) => void connection.failure(error),
  })
  return {
    queue: redisQueue(run),
    pairings: redisPairings(run),
    tables: redisTables(run),
    challenges: redisChallenges(run),
    shown: redisShown(run),
    ladder: redisLadder(run),
    presence: redisPresence(run),
    news,
    close: async () => {
      connection.close()
      await news.close()
    },
  }
}
