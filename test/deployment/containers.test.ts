import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, VARIABLES } from '../../src/config.ts'
import { read } from '../support/markdown.ts'

interface Service {
  environment?: Record<string, string | number>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  volumes?: string[]
  command?: string[]
  profiles?: string[]
  ports?: string[]
  stop_grace_period?: string
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: object
  networks: object
}
const dockerfile = read('Dockerfile')
const { server, redis, postgres } = compose.services as { server: Service; redis: Service; postgres: Service }

/** What Compose makes of a value when nothing is set. */
const withDefaults = (value: string | number): string =>
  String(value).replace(/\$\{\w+(?::-([^}]*))?\}/g, (_, otherwise?: string) => otherwise ?? '')

/** The variables that an image sets. */
const imageEnvironment = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs]) =>
    pairs!.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)

describe('docker-compose.yml', () => {
  it('names no variable that the server does not read', () => {
    expect(Object.keys(server.environment!).filter((name) => !VARIABLES.includes(name))).toEqual([])
  })

  it('passes on, under their own names, all settings that it does not decide itself', () => {
    const own = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'REDIS_URL', 'DATABASE_URL', 'TOKEN_SECRET_FILE']
    for (const name of VARIABLES.filter((variable) => !own.includes(variable))) {
      expect(server.environment![name], name).toBe(`\${${name}:-}`)
    }
  })

  it('gives the server a configuration that is valid with nothing else set', () => {
    const environment = Object.fromEntries(
      Object.entries(server.environment!).map(([name, value]) => [name, withDefaults(value)]),
    )
    const config = loadConfig({ ...imageEnvironment, ...environment })
    expect(new URL(config.redisUrl!).hostname).toBe('redis')
    expect(new URL(config.databaseUrl!)).toMatchObject({
      hostname: 'postgres',
      username: 'curia',
      password: 'curia',
      pathname: '/curia',
    })
    expect(config.tokenSecretFile.startsWith(`${imageEnvironment.DATA_DIR}/`)).toBe(true)
    expect(server.volumes).toContain(`server:${imageEnvironment.DATA_DIR}`)
    expect(Number.parseInt(server.stop_grace_period!) * 1000).toBeGreaterThan(config.shutdownGraceMs)
  })

  it('names the same user, password and database of Postgres everywhere', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres.environment!
    expect(server.environment!.DATABASE_URL).toBe(
      `postgresql://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`,
    )
  })

  it('configures Redis to lose no write that it has answered', () => {
    const settings = redis.command!.join(' ')
    expect(settings).toContain('--appendonly yes')
    expect(settings).toContain('--appendfsync always')
    expect(settings).toContain('--maxmemory-policy noeviction')
  })

  it('starts the server when its stores are healthy, and stores what each of them writes', () => {
    for (const [name, store] of Object.entries({ redis, postgres })) {
      expect(server.depends_on![name]).toEqual({ condition: 'service_healthy' })
      expect(store.healthcheck).toBeDefined()
      expect(store.volumes).toHaveLength(1)
    }
    expect(Object.keys(compose.volumes).sort()).toEqual(['postgres', 'redis', 'server'])
  })
})

describe('the profile with three nodes and a balancer', () => {
  const { balancer, 'node-2': second, 'node-3': third } = compose.services

  it('runs the same server, with the same stores and the same secret, behind the balancer alone', () => {
    const own = { profiles: ['nodes'], ports: [], depends_on: { server: { condition: 'service_healthy' } } }
    for (const node of [second, third]) expect(node).toEqual({ ...server, ...own })
    expect(balancer!.profiles).toEqual(['nodes'])
  })

  it('gives the balancer its configuration, with the variables and nodes that it names', () => {
    const file = 'deploy/haproxy/haproxy.cfg'
    expect(balancer!.volumes).toEqual([`./${file}:/usr/local/etc/haproxy/haproxy.cfg:ro`])
    const named = [...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(balancer!.environment!)).toEqual(named)
    const addresses = named.slice(1).map((name) => String(balancer!.environment![name!]))
    expect(addresses).toEqual(['server', 'node-2', 'node-3'].map((node) => `${node}:${server.environment!.PORT}`))
    expect(Object.keys(balancer!.depends_on!)).toEqual(['server', 'node-2', 'node-3'])
  })
})

describe('the Dockerfile', () => {
  it('sets no variable that neither the server nor its C library reads', () => {
    const known = [...VARIABLES, 'MALLOC_ARENA_MAX']
    expect(Object.keys(imageEnvironment).filter((name) => !known.includes(name))).toEqual([])
  })

  it('copies only files that exist and that .dockerignore admits', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, paths]) =>
      paths!.split(' ').slice(0, -1),
    )
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    for (const path of copied) {
      expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true)
      expect(allowed).toContain(path)
    }
  })

  const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  it('installs what test/app/shipped.test.ts starts a server with', () => {
    const command = '--omit=dev --ignore-scripts'
    expect(image).toContain(`npm ci ${command}`)
    expect(image).toMatch(/^COPY package.json package-lock.json .npmrc /m)
    const install = command
      .split(' ')
      .map((option) => `'${option}'`)
      .join(', ')
    expect(read('test/app/shipped.test.ts')).toContain(`['ci', ${install}`)
  })

  it('has every file of the project that the compiled server reads', () => {
    const sources = readdirSync(new URL('../../src/', import.meta.url), { recursive: true, encoding: 'utf8' })
    const named = sources
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        [...read(`src/${path}`).matchAll(/new URL\('([./]+)([^']+)', import\.meta\.url\)/g)]
          .filter(([, up]) => up!.split('/').length - 1 === path.split('/').length)
          .map(([, , file]) => file!.replace(/\/$/, '')),
      )
    expect(named.length).toBeGreaterThan(0)
    const copied = [...image.matchAll(/^COPY (?:--\S+ )*(.+) (\S+)$/gm)].flatMap(([, from, to]) =>
      to === './' ? from!.split(' ') : to!,
    )
    for (const file of named)
      expect(
        copied.some((path) => file === path || file.startsWith(`${path}/`)),
        file,
      ).toBe(true)
  })

  it('runs the compiled server as an ordinary user, and checks its health', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    expect(dockerfile).toContain('/healthz')
    expect(dockerfile.trim().split('\n').at(-1)).toBe('CMD ["./scripts/start"]')
  })
})
