import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LoadGauge } from './load.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What one thread counts; the numbers of all threads are added up when somebody asks. */
export function measureRequests(app: FastifyInstance, load: LoadGauge): Registry {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'fairway_requests_total',
    help: 'Replies by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'fairway_request_seconds',
    help: 'Time from request to reply.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  })
  new Gauge({
    name: 'fairway_event_loop_delay_seconds',
    help: 'How late the event loop of the busiest thread runs.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(load.delayMs / 1000)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config
    const name = operation?.name ?? (request.is404 ? 'unknown' : 'other')
    requests.inc({ operation: name, status: reply.statusCode })
    seconds.observe({ operation: name }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}
