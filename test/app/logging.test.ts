import { expect, it } from 'vitest'
import { createLogger } from '../../src/logging.ts'

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  let written = ''
  write(createLogger('trace', { write: (line) => void (written += line) }))
  return written
}

it('secrets are not written, at any depth', () => {
  const secrets = { token: 'hush', seed: 'hush', authorization: 'hush', deal: { ages: 'hush' } }
  const out = logged((log) => {
    log.info(secrets, 'top')
    log.trace({ one: secrets }, 'one')
    log.error({ one: { two: secrets } }, 'two')
    log.fatal({ one: { two: { three: secrets } } }, 'three')
    log.child({ token: 'hush' }).info('child')
  })
  expect(out.trim().split('\n')).toHaveLength(5)
  expect(out).not.toContain('hush')
})

it('an error is written with its cause and its stack, and without the fields that libraries add', () => {
  const cause = Object.assign(new Error('the query failed'), { code: '42P01', parameters: ['hush'], query: 'hush' })
  const err = Object.assign(new Error('it failed', { cause }), { command: { args: ['hush'] } })
  const out = logged((log) => log.error({ err }, 'oh'))
  expect(JSON.parse(out)).toMatchObject({
    msg: 'oh',
    err: {
      type: 'Error',
      message: 'it failed',
      stack: expect.stringContaining('logging.test') as string,
      cause: { code: '42P01' },
    },
  })
  expect(out).not.toContain('hush')
})

it('a thrown value that is no error is written too', () => {
  expect(JSON.parse(logged((log) => log.error({ err: 'text' }, 'oh')))).toMatchObject({ err: { message: 'text' } })
})
