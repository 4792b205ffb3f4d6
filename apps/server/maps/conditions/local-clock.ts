import tzLookup from '@photostructure/tz-lookup'

/** UTC offsets change only at quarter-hour boundaries. */
const STEP_MS = 900_000

/** The UTC offset of a place. It is cached because a calendar lookup costs more than a route. */
export class LocalClock {
  private readonly format: Intl.DateTimeFormat
  private known = { step: Number.NaN, seconds: 0 }

  constructor(latitude: number, longitude: number) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: tzLookup(latitude, longitude),
      timeZoneName: 'longOffset',
    })
  }

  utcOffsetSeconds(instantMs: number): number {
    const step = Math.floor(instantMs / STEP_MS)
    if (step !== this.known.step) this.known = { step, seconds: this.read(instantMs) }
    return this.known.seconds
  }

  /** `GMT`, `GMT-03:00`, or with seconds for historical times. */
  private read(instantMs: number): number {
    const name = this.format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
    const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
    return sign === '-' ? -size : size
  }
}
