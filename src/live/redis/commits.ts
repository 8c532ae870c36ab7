import DataLoader from 'dataloader'
import { ReplyError } from 'ioredis'
import type { Connection } from './connection.ts'
import type { CommitReply, Scripts } from './scripts/index.ts'

/** Its types do not say what it is. */
const Reply = ReplyError as new (message: string) => Error

/** How many commits one script makes at most: Redis does nothing else meanwhile, and each takes it about 25 µs. */
const MOST_AT_ONCE = 64

interface Request {
  /** The prefix of the shard's keys. */
  shard: string
  /** See scripts/commit.ts. */
  commitArguments: readonly (string | number)[]
}

/**
 * Makes commits. All that begin in one tick of the event loop are one command: in a cluster one for each shard, whose
 * keys lie on one node. Each is an atomic operation of its own.
 */
export class Commits {
  readonly #connection: Connection<Scripts>
  readonly #isCluster: boolean
  /** By what shares a command. */
  readonly #loaders = new Map<string, DataLoader<Request, CommitReply>>()

  constructor(connection: Connection<Scripts>, isCluster: boolean) {
    this.#connection = connection
    this.#isCluster = isCluster
  }

  /** @throws CodedError `unavailable`: it may have been made all the same. */
  make(request: Request): Promise<CommitReply> {
    const group = this.#isCluster ? request.shard : 'all'
    let loader = this.#loaders.get(group)
    if (!loader) {
      loader = new DataLoader((requests) => this.#send(requests), { cache: false, maxBatchSize: MOST_AT_ONCE })
      this.#loaders.set(group, loader)
    }
    return loader.load(request)
  }

  async #send(requests: readonly Request[]): Promise<(CommitReply | Error)[]> {
    const keys = requests.map(({ shard }) => shard)
    const commitArguments = requests.flatMap((request) => request.commitArguments)
    const replies = await this.#connection.ask((redis) => redis.commitEntries(keys.length, ...keys, ...commitArguments))
    return replies.map((reply) => (reply[0] === 'failed' ? this.#connection.failure(new Reply(reply[1])) : reply))
  }
}
