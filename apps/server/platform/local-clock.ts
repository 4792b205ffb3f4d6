import tzLookup from '@photostructure/tz-lookup'

/** Step of the offset cache. UTC offsets change only at quarter-hour boundaries. */
const STEP_MS = 900_000
/** Maximum number of cached offsets per time zone: the steps of about ten days. */
const MAX_OFFSETS = 1000

/** UTC offsets of a time zone. The offsets are cached, because a calendar lookup takes longer than finding a route. */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat
  /** Offsets by step. */
  private readonly offsets = new Map<number, number>()

  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  utcOffsetSeconds(instantMs: number): number {
    const step = Math.floor(instantMs / STEP_MS)
    const cachedSeconds = this.offsets.get(step)
    if (cachedSeconds !== undefined) return cachedSeconds
    if (this.offsets.size >= MAX_OFFSETS) this.offsets.clear()
    const seconds = this.computeOffsetSeconds(instantMs)
    this.offsets.set(step, seconds)
    return seconds
  }

  /** Converts a local time to an instant. `localMs` is the UTC instant with the same clock reading. */
  toInstant(localMs: number): number {
    // The offset can differ between the guess and the result if the clocks change in between.
    const guessMs = localMs - 1000 * this.utcOffsetSeconds(localMs)
    return localMs - 1000 * this.utcOffsetSeconds(guessMs)
  }

  /** Parses an offset such as `GMT` or `GMT-03:00`. Historical offsets also have seconds. */
  private computeOffsetSeconds(instantMs: number): number {
    const name = this.format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
    const absoluteSeconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
    return sign === '-' ? -absoluteSeconds : absoluteSeconds
  }
}

/**
 * Maximum number of cached zones. Clients can write a name in any mix of upper and lower case, so the cache needs a
 * limit.
 */
const MAX_ZONES = 100
const zoneClocks = new Map<string, ZoneClock>()

/**
 * Returns the shared clock of a time zone, or undefined for an unknown name. Clocks are shared because creating a clock
 * takes longer than finding a route.
 */
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

/** Clock of the time zone at a position. */
export class LocalClock extends ZoneClock {
  constructor(latitude: number, longitude: number) {
    super(tzLookup(latitude, longitude))
  }
}
