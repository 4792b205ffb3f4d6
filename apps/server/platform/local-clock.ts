import tzLookup from '@photostructure/tz-lookup'

/** UTC offsets change only at quarter-hour boundaries. */
const STEP_MS = 900_000

/** The UTC offset of a time zone. It is cached because a calendar lookup costs more than a route. */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat
  private cachedOffset = { step: Number.NaN, seconds: 0 }

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  utcOffsetSeconds(instantMs: number): number {
    const step = Math.floor(instantMs / STEP_MS)
    if (step !== this.cachedOffset.step) this.cachedOffset = { step, seconds: this.computeOffsetSeconds(instantMs) }
    return this.cachedOffset.seconds
  }

  /** Converts a local time to an instant. The local time is given as the UTC instant with the same clock reading. */
  toInstant(localMs: number): number {
    // The offset at the result can differ from that at the first guess when clocks change that night.
    const guessMs = localMs - 1000 * this.utcOffsetSeconds(localMs)
    return localMs - 1000 * this.utcOffsetSeconds(guessMs)
  }

  /** `GMT`, `GMT-03:00`, or with seconds for historical times. */
  private computeOffsetSeconds(instantMs: number): number {
    const name = this.format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
    const absoluteSeconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
    return sign === '-' ? -absoluteSeconds : absoluteSeconds
  }
}

/** Clients may write a name in any mixture of upper and lower case, so not all spellings can be cached. */
const MAX_ZONES = 100
const zoneClocks = new Map<string, ZoneClock>()

/** The shared clock of a time zone, because creating one takes longer than a route; undefined for an unknown name. */
export function findZoneClock(timeZone: string): ZoneClock | undefined {
  const cached = zoneClocks.get(timeZone)
  if (cached) return cached
  try {
    const created = new ZoneClock(timeZone)
    if (zoneClocks.size >= MAX_ZONES) zoneClocks.clear()
    zoneClocks.set(timeZone, created)
    return created
  } catch {
    return undefined
  }
}

/** The UTC offset of a position. */
export class LocalClock extends ZoneClock {
  constructor(latitude: number, longitude: number) {
    super(tzLookup(latitude, longitude))
  }
}
