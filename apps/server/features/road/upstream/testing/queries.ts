import type { UpstreamQuery } from '../provider.ts'

/** The query that the usual reply answers. */
export const aroundTheCorner: UpstreamQuery = {
  stops: [
    { latitude: 52.517037, longitude: 13.38886, heading: -1 },
    { latitude: 52.520112, longitude: 13.392021, heading: -1 },
  ],
  alternatives: 2,
  steps: true,
  avoid: [],
}

/** Each number gives a different query, far enough from the others not to count as the same. */
export function createOtherQuery(number: number): UpstreamQuery {
  const [first, second] = aroundTheCorner.stops
  if (!first || !second) throw new Error('two stops')
  return { ...aroundTheCorner, stops: [{ ...first, latitude: first.latitude + number / 1000 }, second] }
}
