import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { HttpReply, HttpRequest } from './body/exchange.ts'
import type { LoadMonitor } from './guard/load.ts'

const BUCKET_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const
const BUCKET_MILLIS = BUCKET_SECONDS.map((seconds) => seconds * 1000)

/** Statistics of one operation in one thread. */
interface OperationStats {
  readonly statuses: Map<number, number>
  /** Number of replies per duration bucket. Bucket i ends at MILLIS[i], and the last bucket counts slower replies. */
  readonly buckets: Uint32Array
  totalMillis: number
}

export interface RequestMetrics {
  readonly registry: Registry
  /** Records a request after its reply is sent. */
  observe(request: HttpRequest, reply: HttpReply): void
}

/**
 * Counts requests per thread, and sums the counts when metrics are scraped. The counters are plain numbers, because the
 * labeled counters of a library would cost more per request than the key check.
 */
export function createRequestMetrics(load: LoadMonitor): RequestMetrics {
  const registry = new Registry()
  const operations = new Map<string, OperationStats>()
  new RequestCounts(registry, operations)
  new RequestSeconds(registry, operations)
  new Gauge({
    name: 'fairway_event_loop_delay_seconds',
    help: 'Event-loop delay of the busiest thread.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(load.delayMs / 1000)
    },
  })
  const observe = (request: HttpRequest, reply: HttpReply): void => {
    const name = request.operation?.name ?? (request.is404 ? 'unknown' : 'other')
    let stats = operations.get(name)
    if (!stats) {
      stats = { statuses: new Map(), buckets: new Uint32Array(BUCKET_MILLIS.length + 1), totalMillis: 0 }
      operations.set(name, stats)
    }
    addToStats(stats, reply.statusCode, reply.elapsedTime)
  }
  return { registry, observe }
}

function addToStats(stats: OperationStats, status: number, millis: number): void {
  stats.statuses.set(status, (stats.statuses.get(status) ?? 0) + 1)
  stats.totalMillis += millis
  let bucket = 0
  while (bucket < BUCKET_MILLIS.length && millis > (BUCKET_MILLIS[bucket] ?? 0)) bucket++
  stats.buckets[bucket] = (stats.buckets[bucket] ?? 0) + 1
}

/** Counter whose values come from the statistics. */
class RequestCounts extends Counter {
  private readonly operations: ReadonlyMap<string, OperationStats>

  constructor(registry: Registry, operations: ReadonlyMap<string, OperationStats>) {
    super({ name: 'fairway_requests_total', help: 'Replies by operation and status.', registers: [registry] })
    this.operations = operations
  }

  override async get() {
    const values = [...this.operations].flatMap(([operation, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ value, labels: { operation, status } })),
    )
    return { ...(await super.get()), values }
  }
}

const SECONDS_NAME = 'fairway_request_seconds'
const SECONDS_HELP = 'Time from request to reply.'

/** Histogram whose values come from the statistics. */
class RequestSeconds extends Histogram {
  /**
   * Empty histogram that provides the description of the metric. The library's own `get` would call the method below.
   */
  private readonly emptyHistogram = new Histogram({ name: SECONDS_NAME, help: SECONDS_HELP, registers: [] })
  private readonly operations: ReadonlyMap<string, OperationStats>

  constructor(registry: Registry, operations: ReadonlyMap<string, OperationStats>) {
    super({ name: SECONDS_NAME, help: SECONDS_HELP, registers: [registry] })
    this.operations = operations
  }

  override async get() {
    const values = [...this.operations].flatMap(([operation, stats]) => {
      let total = 0
      const buckets = Array.from(stats.buckets, (hitCount, index) => {
        total += hitCount
        const labels = { operation, le: BUCKET_SECONDS[index] ?? '+Inf' }
        return { metricName: `${SECONDS_NAME}_bucket`, value: total, labels }
      })
      return [
        ...buckets,
        { metricName: `${SECONDS_NAME}_sum`, value: stats.totalMillis / 1000, labels: { operation } },
        { metricName: `${SECONDS_NAME}_count`, value: total, labels: { operation } },
      ]
    })
    return { ...(await this.emptyHistogram.get()), values }
  }

  /** Returns the histogram, because the library calls this method when it writes the metrics as text. */
  async getForPromString() {
    return await this.get()
  }
}
