import type { CuriaApp } from './app.ts'
import { buildApp } from './app.ts'
import { ConfigError, loadConfig, misspeltVariables, readEnvironment } from './config.ts'
import type { Config } from './config.ts'
import { listening, ListenError, requirePort } from './listening.ts'
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
  await requirePort(config.host, config.port)
  const app = await buildApp(config, { log })
  const address = await listening(config.host, config.port, () => app.listen())
  stopOnSignals(app, config.shutdownGraceMs)
  process.stdout.write(`${greeting(config, address)}\n`)
} catch (error) {
  if (error instanceof ListenError) refuse(error)
  log.fatal({ err: error }, 'the server could not start')
  process.exit(1)
}

/** A wrong configuration ends the process; a name that looks misspelt is reported. */
function readConfig(): Config {
  try {
    const environment = readEnvironment()
    for (const { name, meant } of misspeltVariables(environment)) {
      process.stderr.write(`${name} is not read; is ${meant} meant?\n`)
    }
    return loadConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    refuse(error)
  }
}

/** Writes what the operator has to change, and nothing else, and ends the process. */
function refuse({ message }: Error): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Where to connect, and where the data is. Addresses of stores may contain passwords, so they are left out. */
function greeting({ host, dataDir, redisUrl, databaseUrl }: Config, address: string): string {
  const { port } = new URL(address)
  const everywhere = host === '0.0.0.0' || host === '::'
  const url = everywhere ? `http://localhost:${port}` : address
  const live = redisUrl === undefined ? `in ${dataDir} (embedded)` : 'in Redis'
  const history = databaseUrl === undefined ? `in ${dataDir} (embedded)` : 'in Postgres'
  return `Curia listens on ${url} - documentation: ${url}/docs - live matches: ${live} - history: ${history}`
}

/** The first signal stops the server in good order, a second one at once. */
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
