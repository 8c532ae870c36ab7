import type { Passkey, PlayerRef } from '@curia/client'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { curia } from './client.ts'
import { SaidError } from './errors.ts'
import { t } from './i18n.svelte.ts'

/**
 * Why nobody can use passkeys here: this server has none, or this browser; null if they can be used.
 * @throws CuriaError
 */
export async function whyNoPasskeys(): Promise<'server' | 'browser' | null> {
  if (!(await curia.passkeys.offered())) return 'server'
  return browserSupportsWebAuthn() ? null : 'browser'
}

/** Adds a passkey of this device. @throws CuriaError; SaidError if the device gives none */
export const addPasskey = (password: string): Promise<Passkey> =>
  curia.passkeys.add({ password }, (optionsJSON) => startRegistration({ optionsJSON }).catch(refused))

/** Logs in with a passkey that the player chooses. @throws as `addPasskey` */
export const logInWithPasskey = (): Promise<PlayerRef> =>
  curia.logInWithPasskey((optionsJSON) => startAuthentication({ optionsJSON }).catch(refused))

/** Browsers do not say whether the player did not want to, or had none: it would tell a page who is there. */
function refused(cause: unknown): never {
  throw new SaidError(t('passkeys.refused'), { cause })
}
