import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An authority of a test, and a certificate of it for a server. */
export interface Certificates {
  /** The certificate of the authority (PEM), in a file. */
  authority: string
  cert: string
  key: string
  /** Removes the files. */
  remove(): void
}

/**
 * Makes an authority that nobody knows, and its certificate for a server with this name alone.
 * @throws Error if openssl is missing. On Debian or Ubuntu: apt-get install -y openssl
 */
export function makeCertificates(name: string): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'curia-certificates-'))
  const path = (file: string): string => join(folder, file)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=authority of a test',
    '-days',
    '2',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(path('names'), `subjectAltName=DNS:${name}`)
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'server.pem',
  )
  return {
    authority: path('ca.pem'),
    cert: readFileSync(path('server.pem'), 'utf8'),
    key: readFileSync(path('server.key'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
