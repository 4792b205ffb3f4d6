import type { UpstreamQuery, UpstreamStop } from './provider.ts'

/** About a metre: nearer to each other than a phone knows where it is, two queries are one. */
const KEY_DIGITS = 5

/** The same for queries whose answers are the same. */
export function toQueryKey({ stops, alternatives, steps, avoid }: UpstreamQuery): string {
  return [stops.map(toStopKey).join(';'), alternatives, steps, avoid.toSorted().join(',')].join('|')
}

function toStopKey({ latitude, longitude, heading }: UpstreamStop): string {
  return `${latitude.toFixed(KEY_DIGITS)},${longitude.toFixed(KEY_DIGITS)},${heading < 0 ? '' : Math.round(heading) % 360}`
}
