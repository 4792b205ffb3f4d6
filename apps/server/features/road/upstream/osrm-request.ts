import { fail, ok, type Result } from '../../../platform/result.ts'
import type { UpstreamQuery, UpstreamStop } from './provider.ts'

/** Road classes of OSRM's car profile. Only the reply shows whether a server supports a class. */
const excludeClasses: ReadonlyMap<string, string> = new Map([
  ['tolls', 'toll'],
  ['motorways', 'motorway'],
  ['ferries', 'ferry'],
  ['tunnels', 'tunnel'],
])

/** Maximum angle between heading and road, in degrees. A compass in a car is often off by 20 to 30 degrees. */
const HEADING_TOLERANCE_DEGREES = 45

type UpstreamRefusal = { readonly kind: 'upstream-refused'; readonly why: string }

/** Builds the request URL. The path and parameters of the base URL are kept, because either may contain a key. */
export function toRouteUrl(base: URL, query: UpstreamQuery): Result<URL, UpstreamRefusal> {
  const { stops, alternatives, steps, avoid } = query
  const unsupportedRoadTypes = avoid.filter((roadType) => !excludeClasses.has(roadType))
  if (unsupportedRoadTypes.length > 0)
    return fail({ kind: 'upstream-refused', why: `it cannot avoid ${unsupportedRoadTypes.join(', ')}` })
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/route/v1/driving/${stops.map(toCoordinates).join(';')}`
  const options: Record<string, string> = {
    alternatives: alternatives > 0 ? String(alternatives) : 'false',
    steps: String(steps),
    geometries: 'polyline6',
    overview: 'full',
    annotations: 'false',
  }
  if (stops.some(({ heading, bearing }) => heading >= 0 || bearing)) options.bearings = stops.map(toBearing).join(';')
  if (stops.some(({ approach }) => approach)) options.approaches = stops.map(({ approach }) => approach ?? '').join(';')
  if (avoid.length > 0) options.exclude = avoid.map((roadType) => excludeClasses.get(roadType)).join(',')
  // `searchParams` would encode ';' and ',', and not every server accepts the encoded characters.
  const parameters = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  url.search = [base.search.slice(1), ...parameters].filter(Boolean).join('&')
  return ok(url)
}

/** Formats coordinates in OSRM's order, longitude first. */
function toCoordinates({ latitude, longitude }: UpstreamStop): string {
  return `${longitude.toFixed(6)},${latitude.toFixed(6)}`
}

function toBearing({ heading, bearing }: UpstreamStop): string {
  if (bearing) return `${Math.round(bearing.degrees) % 360},${Math.round(bearing.toleranceDegrees)}`
  return heading < 0 ? '' : `${Math.round(heading) % 360},${HEADING_TOLERANCE_DEGREES}`
}
