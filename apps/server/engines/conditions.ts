import tzLookup from '@photostructure/tz-lookup'
import OpeningHours from 'opening_hours'

/** Where the rules of a region are read: their holidays and their clock. */
export interface LocalTime {
  /** ISO 3166-1 alpha-2 in small letters, or empty. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/** Tells which time-bound rules of a region hold at an instant. Rules that cannot be read never hold. */
export class ConditionClock {
  private readonly rules: { readonly text: number; readonly hours: OpeningHours }[] = []
  private readonly zone: Intl.DateTimeFormat

  constructor(texts: ReadonlyMap<number, string>, { country, latitude, longitude }: LocalTime) {
    const place = { lat: latitude, lon: longitude, address: { country_code: country, state: '' } }
    for (const [text, rule] of texts) {
      const hours = parse(rule, place)
      if (hours) this.rules.push({ text, hours })
    }
    this.zone = new Intl.DateTimeFormat('en-GB', {
      timeZone: tzLookup(latitude, longitude),
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  }

  /** The numbers of the texts that hold, ascending. */
  holding(instantMs: number): number[] {
    if (this.rules.length === 0) return []
    const wall = this.wallClock(instantMs)
    return this.rules
      .filter(({ hours }) => hours.getState(wall))
      .map(({ text }) => text)
      .sort((a, b) => a - b)
  }

  /** The library reads a date's own hours and days: a date that shows what the clocks of the region show. */
  private wallClock(instantMs: number): Date {
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0)
    const parts = this.zone.formatToParts(instantMs)
    return new Date(part('year'), part('month') - 1, part('day'), part('hour') % 24, part('minute'), part('second'))
  }
}

type Place = ConstructorParameters<typeof OpeningHours>[1]

function parse(rule: string, place: Place): OpeningHours | undefined {
  try {
    return new OpeningHours(rule, place)
  } catch {
    return undefined
  }
}
