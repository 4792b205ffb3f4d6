/** Error codes of requests that a map cannot answer although its bounding box covers all positions. */
export const otherMapCodes = [
  'not-snapped',
  'points-not-snapped',
  'no-path',
  'blocked-by-constraints',
  'roads-closed',
  'trace-off-road',
] as const

/** Error codes for a route that is stored only on the node that computed it. */
export const otherNodeCodes = ['route-id-unknown', 'route-map-replaced'] as const

interface RouteStops {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly via?: readonly (readonly number[])[] | undefined
}

/** Returns the stops of a route request. */
export function listRouteStops({ from, via = [], to }: RouteStops): readonly (readonly number[])[] {
  return via.length === 0 ? [from, to] : [from, ...via, to]
}
