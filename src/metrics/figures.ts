import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { RULES_VERSION } from '../rules/index.ts'
import { LABELS } from './labels.ts'
import type { Labelled, LabelsOf, Metric } from './labels.ts'
import { Names } from './names.ts'

/** What a gauge shows: one value, or one for each combination of labels. Values of equal labels are added up. */
type Reading<M extends Metric> = keyof LabelsOf<M> extends never
  ? number
  : Iterable<readonly [labels: LabelsOf<M>, value: number]>

/**
 * How the figures of several processes become one: by default, they are added up. `max` is for what a store knows, of
 * which every node reports the same.
 */
type Aggregator = 'max' | 'min' | 'first'

const labelsOf = (metric: Metric): string[] => Object.keys(LABELS[metric])

/** The figures of this node for Prometheus. */
export class Figures {
  readonly #registers: Registry[]
  /** All figures, of all processes of this node, as Prometheus reads them. */
  readonly text: () => Promise<string>
  readonly contentType: string

  /** @param textOf what `text` answers, where this process has a part of the figures; by default, its own figures. */
  constructor(textOf = (registry: Registry) => () => registry.metrics()) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    this.#registers = [registry]
    this.text = textOf(registry)
    this.contentType = registry.contentType
    const names = new Names()
    const runs = { rules: names.add(RULES_VERSION), node_version: names.add(process.versions.node) }
    this.gauge('curia_build_info', 'Always 1; the labels say what runs', () => [[runs, 1]], 'first')
  }

  /** Returns what counts one more. */
  counter<M extends Metric>(name: M, help: string): (...labels: Labelled<M>) => void {
    const counter = new Counter({ name, help, labelNames: labelsOf(name), registers: this.#registers })
    return (...[labels]) => counter.inc(labels ?? {})
  }

  /** Returns what takes one value, which counts for each bucket that is not below it. */
  histogram<M extends Metric>(
    name: M,
    help: string,
    buckets: readonly number[],
  ): (value: number, ...labels: Labelled<M>) => void {
    const histogram = new Histogram({
      name, help, labelNames: labelsOf(name), buckets: [...buckets], registers: this.#registers,
    })
    return (value, ...[labels]) => histogram.observe(labels ?? {}, value)
  }

  /** Shows what `read` answers, which is asked each time the figures are read. */
  gauge<M extends Metric>(
    name: M,
    help: string,
    read: () => Reading<M> | Promise<Reading<M>>,
    aggregator?: Aggregator,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: labelsOf(name),
      registers: this.#registers,
      ...(aggregator && { aggregator }),
      async collect() {
        const reading: number | Iterable<readonly [LabelsOf<M>, number]> = await read()
        this.reset()
        if (typeof reading === 'number') this.set(reading)
        else for (const [labels, value] of reading) this.inc(labels, value)
      },
    })
  }
}
