import type { CuriaApp } from './app.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { ConfigError, loadConfig, misspeltVariables, readEnvironment } from './config.ts'
import { DatabaseRefusal } from './database/index.ts'
import { ListenError, listening, requirePort } from './listening.ts'
import { createLogger } from './logging.ts'
import { SpareMemory } from './spare-memory.ts'
import type { PrimaryLink } from './workers/index.ts'
import { joinPrimary, startWorkers, WorkersError } from './workers/index.ts'

/** Signals that stop the server. */
const STOPS = ['SIGTERM', 'SIGINT'] as const
/** The signal that restarts the workers in turn. */
const RESTART = 'SIGUSR2'

const primary = joinPrimary()
const config = readConfig()
const log = createLogger(config.logLevel)

for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, event)
    process.exit(1)
  })
}

try {
  if (primary) await serveAsWorker(primary)
  else if (config.workers > 1) await superviseWorkers()
  else await serve()
} catch (error) {
  if (error instanceof ListenError || error instanceof DatabaseRefusal) refuse(error)
  // The worker has written why.
  if (!(error instanceof WorkersError)) log.fatal({ err: error }, 'the server could not start')
  process.exit(1)
}

/** The server in this process alone. */
async function serve(): Promise<void> {
  await requirePort(config.host, config.port)
  let app: CuriaApp
  const begin = async (port: number): Promise<string> => {
    app = await buildApp({ ...config, port }, { log, restart: () => void again() })
    return listening(config.host, port, () => app.listen())
  }
  const address = await begin(config.port)
  const again = async (): Promise<void> => {
    await app.close()
    await begin(Number(new URL(address).port))
  }
  new SpareMemory()
  stopOnSignals((signal) => stop(app, signal))
  greet(address)
}

/** The server in one of several processes. A terminal sends its signals to all of them: the primary decides. */
async function serveAsWorker(primary: PrimaryLink): Promise<void> {
  for (const signal of [...STOPS, RESTART]) process.on(signal, () => undefined)
  const app = await buildApp(config, { log, primary })
  primary.ready(await listening(config.host, config.port, () => app.listen()))
  new SpareMemory()
  primary.onStop(() => stop(app, 'primary'))
}

/** Several processes that serve one port, restarted in turn by a signal. */
async function superviseWorkers(): Promise<void> {
  // A signal while they start must not end this process, as it would without a listener: it counts once they are ready.
  let restart = (): void => void (early = true)
  let early = false
  process.on(RESTART, () => restart())
  await requirePort(config.host, config.port)
  const workers = await startWorkers({ count: config.workers, graceMs: config.shutdownGraceMs, log })
  restart = () => void workers.restart()
  if (early) restart()
  stopOnSignals(
    (signal) => {
      log.info({ signal }, 'stopping')
      workers.stop().then(
        (inGoodOrder) => process.exit(inGoodOrder ? 0 : 1),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    },
    () => workers.kill(),
  )
  greet(workers.address)
}

/** A wrong configuration ends the process; a name that looks misspelt is reported. */
function readConfig(): Config {
  try {
    const environment = readEnvironment()
    // A worker has the environment of the primary, which has reported them.
    for (const { name, meant } of primary ? [] : misspeltVariables(environment)) {
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

/** Says where to connect, and where the data is. Addresses of stores may contain passwords, so they are left out. */
function greet(address: string): void {
  const { host, dataDir, redisUrl, databaseUrl, workers } = config
  const { port } = new URL(address)
  const everywhere = host === '0.0.0.0' || host === '::'
  const url = everywhere ? `http://localhost:${port}` : address
  const live = redisUrl === undefined ? `in ${dataDir} (embedded)` : 'in Redis'
  const history = databaseUrl === undefined ? `in ${dataDir} (embedded)` : 'in Postgres'
  const processes = workers === 1 ? '' : ` - workers: ${workers}`
  const where = `documentation: ${url}/docs - live matches: ${live} - history: ${history}${processes}`
  process.stdout.write(`Curia listens on ${url} - ${where}\n`)
  if (config.web) process.stdout.write('A proxy must serve it at the root of an address, not below a path.\n')
}

/** The first signal stops the process in good order, a second one at once. */
function stopOnSignals(stop: (signal: string) => void, atOnce?: () => void): void {
  let stopping = false
  for (const name of STOPS) {
    process.on(name, (signal) => {
      if (stopping) {
        atOnce?.()
        process.exit(1)
      }
      stopping = true
      stop(signal)
    })
  }
}

/** Stops the server in good order and ends the process, at the latest when the grace is over. */
function stop(app: CuriaApp, signal: string): void {
  log.info({ signal }, 'stopping')
  setTimeout(() => {
    log.error('not everything could be finished in time')
    process.exit(1)
  }, config.shutdownGraceMs).unref()
  app.close().then(
    () => {
      log.info('stopped')
      process.exit(0)
    },
    (error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    },
  )
}
