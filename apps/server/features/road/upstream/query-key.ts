import type { UpstreamQuery, UpstreamStop } from './provider.ts'

/**
 * Number of decimals of a coordinate in a key, which corresponds to about one meter. Queries that differ by less than
 * the accuracy of GPS have the same key.
 */
const KEY_DIGITS = 5

/** Returns the same key for queries that have the same answer. */
export function toQueryKey({ stops, alternatives, steps, avoid }: UpstreamQuery): string {
  return [stops.map(toStopKey).join(';'), alternatives, steps, avoid.toSorted().join(',')].join('|')
}

function toStopKey({ latitude, longitude, heading, bearing, approach }: UpstreamStop): string {
  const direction = bearing
    ? `${Math.round(bearing.degrees) % 360}±${Math.round(bearing.toleranceDegrees)}`
    : heading < 0
      ? ''
      : Math.round(heading) % 360
  return `${latitude.toFixed(KEY_DIGITS)},${longitude.toFixed(KEY_DIGITS)},${direction},${approach ?? ''}`
}
