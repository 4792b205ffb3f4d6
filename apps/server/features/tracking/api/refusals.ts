import { Counter, type Registry } from 'prom-client'

/** Counts rejected positions for the operator, because tracker apps do not show replies. */
export class RejectedPositionCounter {
  private readonly counter: Counter

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'fairway_positions_refused_total',
      help: 'Positions that were rejected because of their content, by the format they came in.',
      labelNames: ['form'],
      registers: [registry],
    })
  }

  count(form: string, positionCount: number): void {
    this.counter.inc({ form }, positionCount)
  }
}
