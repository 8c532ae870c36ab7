import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Court } from './court.ts'
import { DISTURBANCES, Plan } from './plan.ts'
import { Proxy } from './proxy.ts'

// Runs a client against a server through a network that loses, repeats and delays, and says what the client did wrong:
//   npx curia-judge --url http://localhost:3000 -- python3 bot.py {url}

const USAGE = `Usage: curia-judge --url SERVER [--rounds 2] [--silence 60] -- COMMAND [ARGUMENT...]

Runs a client of Curia, which plays a match to its end and then exits with 0, and says what it does wrong. {url} in an
argument, and CURIA_URL in the environment, is the address that the client has to use instead of SERVER.

  --rounds   how often each disturbance comes
  --silence  after how many seconds without a message of the client it is ended, as one that does not go on`

process.exitCode = await main(process.argv.slice(2))

/** @returns 0 if the client did nothing wrong, 1 if it did, 2 if the judge cannot be used so */
async function main(args: string[]): Promise<number> {
  const end = args.indexOf('--')
  const [own, command] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const options = { url: { type: 'string' }, rounds: { type: 'string' }, silence: { type: 'string' } } as const
  let given
  try {
    given = parseArgs({ args: own, options }).values
  } catch {
    given = {}
  }
  const { url, rounds = '2', silence = '60' } = given
  if (
    url === undefined ||
    !URL.canParse(url) ||
    !(Number(rounds) > 0) ||
    !(Number(silence) > 0) ||
    command.length === 0
  ) {
    console.error(USAGE)
    return 2
  }

  const court = new Court()
  const plan = new Plan(Number(rounds))
  const proxy = new Proxy(new URL(url), court, plan)
  const address = await proxy.listen()
  const [program, ...rest] = command.map((argument) => argument.replaceAll('{url}', address))
  const child = spawn(program!, rest, { stdio: 'inherit', env: { ...process.env, CURIA_URL: address } })
  const isSilent = (): boolean => performance.now() - court.heardAt > Number(silence) * 1000
  const watch = setInterval(() => isSilent() && child.kill('SIGKILL'), 1000)
  const code = await new Promise<number | null | Error>((resolve) => child.once('exit', resolve).once('error', resolve))
  clearInterval(watch)
  await proxy.close()

  const after = plan.last === null ? '' : `, after ${DISTURBANCES[plan.last]}`
  const faults = [...court.faults]
  if (code instanceof Error) faults.push(`The client could not be started: ${code.message}.`)
  else if (code === null) faults.push(`The client did not go on${after}.`)
  else if (code !== 0) faults.push(`The client ended with the code ${code}${after}.`)
  else if (court.isPlaying) faults.push(`The client ended before its match did${after}.`)
  const done = [...plan.done].map(([disturbance, times]) => `${DISTURBANCES[disturbance]} (${times})`)
  console.log(`What the client met: ${done.join('; ') || 'nothing: it did not play'}.`)
  if (done.length === 0) faults.push('The client did not play.')
  for (const fault of faults) console.log(fault)
  if (faults.length === 0) console.log('The client did nothing wrong.')
  return faults.length === 0 ? 0 : 1
}
