import type { Clock } from '../../../apps/server/platform/clock.ts'

/** Clock that stands still until a test advances it. */
export class FakeClock implements Clock {
  private time: number
  constructor(start: number | string = '2026-11-15T12:00:00Z') {
    this.time = typeof start === 'number' ? start : Date.parse(start)
  }
  now = (): number => this.time
  monotonicMicros = (): number => this.time * 1000
  advance(ms: number): void {
    this.time += ms
  }
  set(instant: string): void {
    this.time = Date.parse(instant)
  }
}
