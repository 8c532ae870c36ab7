import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { RULES_VERSION } from '../rules/index.ts'
import { Names } from './names.ts'
import type { LabelsOf } from './table.ts'
import { COUNTERS, GAUGES, HISTOGRAMS } from './table.ts'

type CounterName = keyof typeof COUNTERS
type HistogramName = keyof typeof HISTOGRAMS
type GaugeName = keyof typeof GAUGES

/** The labels of a metric as the last argument of a method: none for a metric without labels. */
type Labelled<M extends CounterName | HistogramName> = keyof LabelsOf<M> extends never ? [] : [labels: LabelsOf<M>]

/** What a gauge shows: one value, or one for each combination of labels. Values of equal labels are added up. */
type Reading<M extends GaugeName> = keyof LabelsOf<M> extends never
  ? number
  : Iterable<readonly [labels: LabelsOf<M>, value: number]>

/** The figures of this node for Prometheus. */
export class Figures {
  readonly #registers = [new Registry()] as const
  readonly #counters = new Map<CounterName, Counter>()
  readonly #histograms = new Map<HistogramName, Histogram>()
  /** All figures, of all processes of this node, as Prometheus reads them. */
  readonly text: () => Promise<string>
  readonly contentType: string

  /** @param textOf what `text` answers, where this process has a part of the figures; by default, its own figures. */
  constructor(textOf = (registry: Registry) => () => registry.metrics()) {
    const [registry] = this.#registers
    this.text = textOf(registry)
    this.contentType = registry.contentType
    collectDefaultMetrics({ register: registry })
    for (const name of Object.keys(COUNTERS) as CounterName[]) {
      this.#counters.set(name, new Counter(this.#configOf(name, COUNTERS[name])))
    }
    for (const name of Object.keys(HISTOGRAMS) as HistogramName[]) {
      const buckets = [...HISTOGRAMS[name].buckets]
      this.#histograms.set(name, new Histogram({ ...this.#configOf(name, HISTOGRAMS[name]), buckets }))
    }
    const names = new Names()
    const runs = { rules: names.add(RULES_VERSION), node_version: names.add(process.versions.node) }
    this.show('curia_build_info', () => [[runs, 1]])
  }

  #configOf(name: string, { help, labels }: { help: string; labels: object }) {
    return { name, help, labelNames: Object.keys(labels), registers: [...this.#registers] }
  }

  /** Counts one more. */
  count<M extends CounterName>(name: M, ...[labels]: Labelled<M>): void {
    this.#counters.get(name)!.inc(labels ?? {})
  }

  /** Counts something by how long it took. */
  time<M extends HistogramName>(name: M, seconds: number, ...[labels]: Labelled<M>): void {
    this.#histograms.get(name)!.observe(labels ?? {}, seconds)
  }

  /** Shows what `read` answers, which is asked each time the figures are read. To be called once. */
  show<M extends GaugeName>(name: M, read: () => Reading<M> | Promise<Reading<M>>): void {
    const row: { help: string; labels: object; of?: 'max' | 'min' | 'first' } = GAUGES[name]
    new Gauge({
      ...this.#configOf(name, row),
      ...(row.of && { aggregator: row.of }),
      async collect() {
        const reading: number | Iterable<readonly [LabelsOf<M>, number]> = await read()
        this.reset()
        if (typeof reading === 'number') this.set(reading)
        else for (const [labels, value] of reading) this.inc(labels, value)
      },
    })
  }
}
