import { expect, it } from 'vitest'
import { originOf } from '../../src/http/origin.ts'

it.each([
  ['curia.example', 'https://curia.example'],
  ['Curia.Example:8443', 'https://curia.example:8443'],
  ['curia.example:443', 'https://curia.example'],
  ['127.0.0.1:3000', 'https://127.0.0.1:3000'],
  ['[::1]:3000', 'https://[::1]:3000'],
])('the host %s of a request makes the origin %s', (host, origin) => {
  expect(originOf({ protocol: 'https', host }, {})).toBe(origin)
})

it.each([
  '',
  ' ',
  '"><script>alert(1)</script>',
  'curia.example/path',
  'curia.example?query',
  'curia.example#part',
  'user@evil.example',
  'user:password@evil.example',
  'evil.example\\@curia.example',
  'curia.example, evil.example',
  'curia.example:port',
  'curia.example:99999',
  '[::1',
  '[evil.example]',
  '1.2.3.4.5',
  'münchen.example',
  `${'a'.repeat(300)}.example`,
])('the host %j of a request makes no origin', (host) => {
  expect(originOf({ protocol: 'https', host }, {})).toBeNull()
})

it('a protocol that a proxy made up makes no origin', () => {
  expect(originOf({ protocol: 'javascript' as 'http', host: 'curia.example' }, {})).toBeNull()
})

it('the public address of the server is the origin whatever a request says', () => {
  const publicUrl = 'https://curia.example'
  expect(originOf({ protocol: 'http', host: 'evil.example' }, { publicUrl })).toBe(publicUrl)
  expect(originOf({ protocol: 'http', host: '"><script>' }, { publicUrl })).toBe(publicUrl)
})
