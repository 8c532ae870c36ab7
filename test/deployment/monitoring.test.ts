import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../src/metrics.ts'
import { codeIn, read, rowsOf, sectionOf, withoutBlocks } from '../support/markdown.ts'
import { MemoryStore } from '../support/memory-store.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface Panel {
  title: string
  gridPos: { x: number; y: number }
  targets: { expr: string; legendFormat: string }[]
}

const alerts = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = alerts.groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('deploy/grafana/curia.json')) as { panels: Panel[] }
const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)

/** By name, the labels of every time series that a server has. */
const series = new Map<string, Set<string>>()
/** The names of the metrics of the server itself. */
const names = new Set<string>()
beforeAll(async () => {
  const metrics = createMetrics()
  metrics.meteredStore(new MemoryStore())
  metrics.countSockets(() => 1)
  metrics.watchQueue(async () => ({
    pools: [{ pool: { kind: 'base', clock: 'blitz', rated: true }, waiting: 1, expectedWaitMs: 1_000 }],
  }))
  metrics.watchStores({ live: async () => undefined, history: async () => undefined })
  metrics.error('http', 'internal')
  metrics.request('GET', '/', 200, 1)
  metrics.longPoll(200, 1)
  metrics.move(1)
  metrics.thought('club', 1)
  metrics.watchBots(() => ({ turns: 1, waiting: 0 }))
  metrics.watchMatches(() => [{ kind: 'base', state: 'playing' }])
  const text = await metrics.text()
  for (const [, name, labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{([^}]*)\})? /gm)) {
    const known = series.get(name!) ?? new Set()
    series.set(name!, known)
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!)
  }
  for (const [, name] of text.matchAll(/^# TYPE (\w+) /gm)) names.add(name!)
})

/** The names of metrics in an expression. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:curia|nodejs|process)_\w+/g) ?? []

describe('the alert rules and the dashboard', () => {
  it('ask for nothing that a server does not have', () => {
    expect(expressions.length).toBeGreaterThan(25)
    // A counter or histogram with labels has no series before the first event; its type is known all the same.
    const isKnown = (name: string): boolean => series.has(name) || names.has(name.replace(/_(bucket|count|sum)$/, ''))
    for (const expr of expressions) {
      expect(metricsIn(expr).length + Number(expr.includes('up{job="curia"}')), expr).toBeGreaterThan(0)
      for (const name of metricsIn(expr)) expect(isKnown(name), `${name} in ${expr}`).toBe(true)
    }
  })

  it('select by labels that the series have', () => {
    for (const expr of expressions) {
      for (const [, name, selectors] of expr.matchAll(/\b(curia_\w+)\{([^}]*)\}/g)) {
        const labels = series.get(name!)
        for (const [, label] of selectors!.matchAll(/(\w+)=/g)) if (labels) expect([...labels], expr).toContain(label)
      }
    }
  })

  it('have balanced brackets and legends that name labels', () => {
    for (const expr of expressions) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(expr.split(open!).length, expr).toBe(expr.split(close!).length)
      }
    }
    for (const { title, targets } of panels) {
      expect(targets.length, title).toBeGreaterThan(0)
      for (const { expr, legendFormat } of targets) {
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          if (label !== 'instance') expect(expr, title).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`))
        }
      }
    }
  })

  it('say what is wrong, and how urgent it is', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(annotations.summary && annotations.description, alert).toBeTruthy()
    }
  })

  it('use every metric of the server, and the page for operators has each', () => {
    const own = [...names].filter((name) => name.startsWith('curia_'))
    const used = new Set(expressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect(own.filter((name) => !used.has(name))).toEqual([])
    const table = sectionOf(withoutBlocks(read('docs/operations.md')), '## Health').split('| metric |')[1]!
    expect(rowsOf(table).flatMap(([cell]) => codeIn(cell!)).sort()).toEqual(own.sort())
  })
})
