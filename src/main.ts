import type { CuriaApp } from './app.ts'
import { buildApp } from './app.ts'
import { ConfigError, loadConfig, readEnvironment } from './config.ts'
import type { Config } from './config.ts'
import { createLogger } from './logging.ts'

const config = readConfig()
const log = createLogger(config.logLevel)

for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, event)
    process.exit(1)
  })
}

try {
  const app = await buildApp(config, { log })
  const address = await app.listen()
  stopOnSignals(app, config.shutdownGraceMs)
  process.stdout.write(`${greeting(config, address)}\n`)
} catch (error) {
  log.fatal({ err: error }, 'the server could not start')
  process.exit(1)
}

/** Says what is wrong, and nothing else, if the configuration is. */
function readConfig(): Config {
  try {
    return loadConfig(readEnvironment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Where to connect, and what is kept where. Addresses of stores may hold passwords: they are not told. */
function greeting({ host, dataDir, redisUrl, databaseUrl }: Config, address: string): string {
  const { port } = new URL(address)
  const everywhere = host === '0.0.0.0' || host === '::'
  const url = everywhere ? `http://localhost:${port}` : address
  const live = redisUrl === undefined ? `in ${dataDir} (embedded)` : 'in Redis'
  const history = databaseUrl === undefined ? `in ${dataDir} (embedded)` : 'in Postgres'
  return `Curia listens on ${url} - documentation: ${url}/docs - live matches: ${live} - history: ${history}`
}

/** The first signal stops the server in good order, another one at once. */
function stopOnSignals(app: CuriaApp, graceMs: number): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => {
      app.log.error('not everything could be finished in time')
      process.exit(1)
    }, graceMs).unref()
    app.close().then(
      () => {
        app.log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        app.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
