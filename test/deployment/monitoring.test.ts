import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Figures } from '../../src/metrics/index.ts'
import { METRICS } from '../../src/metrics/table.ts'
import { codeIn, read, rowsOf, sectionOf, withoutBlocks } from '../support/markdown.ts'

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

/** By name, the labels of every metric of the server itself. */
const own = new Map(Object.entries(METRICS).map(([name, { labels }]) => [name, Object.keys(labels)]))
/** The names of all metrics, those of the process among them. */
const names = new Set(own.keys())
beforeAll(async () => {
  const text = await new Figures().text()
  for (const [, name] of text.matchAll(/^(?:# TYPE )?([a-z]\w*)(?:\{[^}]*\})? /gm)) names.add(name!)
})

/** A metric without what Prometheus appends for a histogram. */
const metricOf = (series: string): string => series.replace(/_(bucket|count|sum)$/, '')

/** The names of metrics in an expression. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:curia|nodejs|process)_\w+/g) ?? []

describe('the alert rules and the dashboard', () => {
  it('ask for nothing that a server does not have', () => {
    expect(expressions.length).toBeGreaterThan(25)
    const isKnown = (name: string): boolean => names.has(name) || names.has(metricOf(name))
    for (const expr of expressions) {
      expect(metricsIn(expr).length + Number(expr.includes('up{job="curia"}')), expr).toBeGreaterThan(0)
      for (const name of metricsIn(expr)) expect(isKnown(name), `${name} in ${expr}`).toBe(true)
    }
  })

  it('select by labels that the series have', () => {
    for (const expr of expressions) {
      for (const [, name, selectors] of expr.matchAll(/\b(curia_\w+)\{([^}]*)\}/g)) {
        for (const [, label] of selectors!.matchAll(/(\w+)=/g)) expect(own.get(metricOf(name!)), expr).toContain(label)
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
    const used = new Set(expressions.flatMap(metricsIn).map(metricOf))
    expect([...own.keys()].filter((name) => !used.has(name))).toEqual([])
    const table = sectionOf(withoutBlocks(read('docs/operations.md')), '## Health').split('| metric |')[1]!
    expect(
      rowsOf(table)
        .flatMap(([cell]) => codeIn(cell!))
        .sort(),
    ).toEqual([...own.keys()].sort())
  })
})
