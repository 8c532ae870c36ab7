import { check } from './arguments.ts'
import type {
  Passkey,
  PasskeyAnswer,
  PasskeyCreated,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from './protocol.ts'
import type { Rest } from './rest/rest.ts'

/**
 * Has the platform make a passkey. In a browser: `startRegistration` of `@simplewebauthn/browser`, or
 * `navigator.credentials.create` with what `PublicKeyCredential.parseCreationOptionsFromJSON` and `toJSON` translate.
 */
export type MakePasskey = (options: PasskeyCreationOptions) => Promise<PasskeyCreated>
/** Has a passkey sign. In a browser: `startAuthentication`, or `navigator.credentials.get` in the same way. */
export type UsePasskey = (options: PasskeyRequestOptions) => Promise<PasskeyAnswer>

/** The passkeys of an account: with one, `curia.logInWithPasskey` needs neither a name nor the password. */
export class Passkeys {
  readonly #rest: Rest

  /** @internal */
  constructor(rest: Rest) {
    this.#rest = rest
  }

  /** Whether this server has passkeys. @throws CuriaError */
  async offered(): Promise<boolean> {
    return (await this.#rest.get('/v1/server')).features.passkeys
  }

  /** The passkeys of the account, oldest first. @throws CuriaError */
  async list(): Promise<Passkey[]> {
    return (await this.#rest.get('/v1/players/me/passkeys')).passkeys
  }

  /**
   * Adds a passkey that the platform makes.
   * @throws CuriaError such as `password-wrong`, `no-passkeys` or `limit-reached`; what `make` throws.
   */
  async add(request: { password: string }, make: MakePasskey): Promise<Passkey> {
    check({ request: [request, 'object'], make: [make, 'function'] })
    const { password } = request
    check({ password: [password, 'text'] })
    const options = await this.#rest.post('/v1/players/me/passkeys/options', { body: { password } })
    return this.#rest.post('/v1/players/me/passkeys', { body: await make(options) })
  }

  /** Removes a passkey: nobody logs in with it from then on. @throws CuriaError such as `unknown-passkey`. */
  async remove(passkey: string): Promise<void> {
    await this.#rest.delete('/v1/players/me/passkeys/{id}', { params: { id: passkey } })
  }
}
