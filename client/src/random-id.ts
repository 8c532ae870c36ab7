/** 16 URL-safe characters, for the id of a command. Also where `crypto.randomUUID` is missing: on pages without TLS. */
export function randomId(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 64]).join('')
}
