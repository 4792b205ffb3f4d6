import type { UpstreamQuery } from '../provider.ts'

/** Query that matches the usual reply. */
export const aroundTheCorner: UpstreamQuery = {
  stops: [
    { latitude: 52.517037, longitude: 13.38886, heading: -1 },
    { latitude: 52.520112, longitude: 13.392021, heading: -1 },
  ],
  alternatives: 2,
  steps: true,
  avoid: [],
}

/** Creates a different query for each number, far enough from the others to have another cache key. */
export function createOtherQuery(number: number): UpstreamQuery {
  const [first, second] = aroundTheCorner.stops
  if (!first || !second) throw new Error('two stops')
  return { ...aroundTheCorner, stops: [{ ...first, latitude: first.latitude + number / 1000 }, second] }
}
