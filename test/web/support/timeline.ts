import type { CDPSession } from 'playwright-core'

/** An event of Chromium's trace; times are in µs. */
interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  pid: number
  tid: number
}

/** What the main thread of a page does for a frame. */
const PARTS = ['script', 'styles', 'layout', 'paint', 'layers', 'garbage', 'other'] as const
export type Part = (typeof PARTS)[number]
const PART_OF: Record<string, Part> = {
  UpdateLayoutTree: 'styles',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'layers',
  Commit: 'layers',
  UpdateLayer: 'layers',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
  'V8.GCScavenger': 'garbage',
  FunctionCall: 'script',
  EvaluateScript: 'script',
  'v8.callFunction': 'script',
  'v8.compile': 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  EventDispatch: 'script',
  WebSocketReceive: 'script',
}

/** How long the main thread was busy with each part of the work, ms, and with what is inside of nothing else. */
export type Spent = Record<Part, number>

/** What the main thread of a page did between two of its marks. */
export interface Timeline {
  /** @returns null where a mark is missing. */
  between(first: string, last: string): Spent | null
  /** The whole trace, as developers' tools read it. */
  json(): string
}

/** Traces a page until the timeline is asked for. */
export async function traceMainThread(session: CDPSession): Promise<() => Promise<Timeline>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing', 'v8'] },
  })
  return async () => {
    const complete = new Promise<void>((resolve) => void session.once('Tracing.tracingComplete', () => resolve()))
    await session.send('Tracing.end')
    await complete
    return timelineOf(events)
  }
}

function timelineOf(events: readonly TraceEvent[]): Timeline {
  const marks = new Map(
    events.filter(({ ph }) => ph === 'I' || ph === 'R').map((event) => [event.name, event] as const),
  )
  return {
    between(first, last) {
      const [from, to] = [marks.get(first), marks.get(last)]
      if (!from || !to) return null
      const onThread = events.filter(
        ({ ph, pid, tid, ts, dur = 0 }) =>
          ph === 'X' && pid === from.pid && tid === from.tid && ts < to.ts && ts + dur > from.ts,
      )
      return spentOn(onThread, from.ts, to.ts)
    },
    json: () => JSON.stringify({ traceEvents: events }),
  }
}

/** The time of each event without that of the events within it, as far as it lies between two times. */
function spentOn(events: TraceEvent[], from: number, to: number): Spent {
  const spent = Object.fromEntries(PARTS.map((part) => [part, 0])) as Spent
  const open: { part: Part; end: number }[] = []
  let at = from
  const goOn = (until: number): void => {
    for (;;) {
      const inner = open.at(-1)
      if (!inner) break
      const next = Math.min(inner.end, until)
      if (next > at) spent[inner.part] += (next - at) / 1000
      at = Math.max(at, next)
      if (inner.end > until) break
      open.pop()
    }
    at = Math.max(at, until)
  }
  for (const { name, ts, dur = 0 } of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    goOn(Math.max(ts, from))
    open.push({ part: PART_OF[name] ?? open.at(-1)?.part ?? 'other', end: Math.min(ts + dur, to) })
  }
  goOn(to)
  return spent
}
