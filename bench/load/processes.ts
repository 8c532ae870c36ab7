import { readdirSync, readFileSync } from 'node:fs'

/** What a process and its living children have used so far. */
export interface Usage {
  /** CPU of all threads, in ms. */
  cpuMs: number
  /** CPU of the main thread of the process itself, in ms. */
  mainMs: number
  /** Resident memory of all of them together, in KB. */
  rssKb: number
}

/** Reads `/proc`, so it works on Linux alone. A process that has ended counts as nothing. */
export function usageOf(pid: number): Usage {
  const usage: Usage = { cpuMs: 0, mainMs: 0, rssKb: 0 }
  for (const each of [pid, ...childrenOf(pid)]) {
    for (const thread of orNothing(() => readdirSync(`/proc/${each}/task`)) ?? []) {
      const ms =
        Number(orNothing(() => readFileSync(`/proc/${each}/task/${thread}/schedstat`, 'utf8'))?.split(' ')[0] ?? 0) /
        1e6
      usage.cpuMs += ms
      if (thread === String(pid)) usage.mainMs = ms
    }
    const status = orNothing(() => readFileSync(`/proc/${each}/status`, 'utf8'))
    usage.rssKb += Number(/VmRSS:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0)
  }
  return usage
}

function childrenOf(pid: number): number[] {
  const text = orNothing(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? ''
  return text.split(' ').filter(Boolean).map(Number)
}

function orNothing<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
