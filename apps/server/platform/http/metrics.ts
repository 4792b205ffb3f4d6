import { Gauge, type Metric, type MetricObject, Registry } from 'prom-client'
import type { FrameReply, FrameRequest } from './body/exchange.ts'
import type { LoadGauge } from './guard/load.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const
const MILLIS = SECONDS.map((seconds) => seconds * 1000)

/** What one thread has seen of an operation. */
interface OperationStats {
  readonly statuses: Map<number, number>
  /** Replies that took up to MILLIS[i], each counted once; the last place is for slower ones. */
  readonly buckets: Uint32Array
  millis: number
}

export interface RequestMetrics {
  readonly registry: Registry
  /** When the reply has left. */
  observe(request: FrameRequest, reply: FrameReply): void
}

/**
 * What one thread counts; the numbers of all threads are added up when somebody asks. Counted by hand and put into
 * Prometheus's words only then: a library's counters with labels cost more per request than the key check.
 */
export function createRequestMetrics(load: LoadGauge): RequestMetrics {
  const registry = new Registry()
  const operations = new Map<string, OperationStats>()
  register(registry, 'fairway_requests_total', () => requestCounts(operations))
  register(registry, 'fairway_request_seconds', () => requestSeconds(operations))
  new Gauge({
    name: 'fairway_event_loop_delay_seconds',
    help: 'How late the event loop of the busiest thread runs.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(load.delayMs / 1000)
    },
  })
  const observe = (request: FrameRequest, reply: FrameReply): void => {
    const name = request.operation?.name ?? (request.is404 ? 'unknown' : 'other')
    let stats = operations.get(name)
    if (!stats) {
      stats = { statuses: new Map(), buckets: new Uint32Array(MILLIS.length + 1), millis: 0 }
      operations.set(name, stats)
    }
    count(stats, reply.statusCode, reply.elapsedTime)
  }
  return { registry, observe }
}

function count(stats: OperationStats, status: number, millis: number): void {
  stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1)
  stats.millis += millis
  let bucket = 0
  while (bucket < MILLIS.length && millis > (MILLIS[bucket] ?? 0)) bucket++
  stats.buckets[bucket] = (stats.buckets[bucket] ?? 0) + 1
}

function requestCounts(operations: ReadonlyMap<string, OperationStats>): object {
  const values = [...operations].flatMap(([operation, { statuses }]) =>
    [...statuses].map(([status, value]) => ({ value, labels: { operation, status } })),
  )
  return { help: 'Replies by operation and status.', type: 'counter', values }
}

function requestSeconds(operations: ReadonlyMap<string, OperationStats>): object {
  const name = 'fairway_request_seconds'
  const values = [...operations].flatMap(([operation, stats]) => {
    let total = 0
    const buckets = Array.from(stats.buckets, (hits, index) => {
      total += hits
      return { metricName: `${name}_bucket`, value: total, labels: { operation, le: SECONDS[index] ?? '+Inf' } }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, value: stats.millis / 1000, labels: { operation } },
      { metricName: `${name}_count`, value: total, labels: { operation } },
    ]
  })
  return { help: 'Time from request to reply.', type: 'histogram', values }
}

/** A metric in the eyes of the registry is something that has a name and can be asked for its values. */
function register(registry: Registry, name: string, read: () => object): void {
  const get = async (): Promise<MetricObject> => ({ name, aggregator: 'sum', ...read() }) as unknown as MetricObject
  registry.registerMetric({ name, get } as unknown as Metric)
}
