import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What the process itself has to tell. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'fairway_up', help: 'The service is running.', registers: [registry] }).set(1)
  return registry
}
