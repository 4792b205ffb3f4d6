/** Offsets change by the quarter-hour at most, and never within one. */
const STEP_MS = 900_000

/** How far the clocks of a time zone are ahead of UTC: asking the calendar costs more than a route. */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat
  private known = { step: Number.NaN, seconds: 0 }

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  utcOffsetSeconds(instantMs: number): number {
    const step = Math.floor(instantMs / STEP_MS)
    if (step !== this.known.step) this.known = { step, seconds: this.read(instantMs) }
    return this.known.seconds
  }

  /** `GMT`, `GMT-03:00`, or with seconds for times long ago. */
  private read(instantMs: number): number {
    const name = this.format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
    const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
    return sign === '-' ? -size : size
  }
}
