import { check } from './arguments.ts'
import type { BotAccount, IdentityAndToken } from './protocol.ts'
import type { Rest } from './rest/rest.ts'

/** The bots of an account: players for programs, each with a personal token. */
export class Bots {
  readonly #rest: Rest

  /** @internal */
  constructor(rest: Rest) {
    this.#rest = rest
  }

  /** The bots of the account, oldest first. @throws CuriaError such as `account-needed`. */
  async list(): Promise<BotAccount[]> {
    return (await this.#rest.get('/v1/players/me/bots')).bots
  }

  /**
   * Creates a bot. Resolves with the player and the personal token, which is not shown again: a program plays with it, for
   * instance by `curia.resume`.
   * @throws CuriaError such as `name-taken` or `limit-reached`.
   */
  async create(bot: { name: string }): Promise<IdentityAndToken> {
    check({ bot: [bot, 'object'] })
    const { name } = bot
    check({ name: [name, 'text'] })
    return this.#rest.post('/v1/players/me/bots', { body: { name } })
  }

  /** Revokes the token of a bot, and resolves with a new one. @throws CuriaError such as `unknown-player`. */
  async replaceToken(bot: string): Promise<IdentityAndToken> {
    return this.#rest.post('/v1/players/me/bots/{id}/token', { params: { id: bot } })
  }

  /** Revokes the token of a bot. @throws CuriaError such as `unknown-player`. */
  async revokeToken(bot: string): Promise<void> {
    await this.#rest.delete('/v1/players/me/bots/{id}/token', { params: { id: bot } })
  }

  /** Deletes a bot, and removes its name from its games. @throws CuriaError such as `unknown-player`. */
  async delete(bot: string): Promise<void> {
    await this.#rest.delete('/v1/players/me/bots/{id}', { params: { id: bot } })
  }
}
