import { Counter, type Registry } from 'prom-client'

/** Counts rejected positions for the operator, because tracker apps do not show replies. */
export class Refusals {
  private readonly counter: Counter

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'fairway_positions_refused_total',
      help: 'Positions that were sent and not kept for what they say, by the form they came in.',
      labelNames: ['form'],
      registers: [registry],
    })
  }

  count(form: string, positions: number): void {
    this.counter.inc({ form }, positions)
  }
}
