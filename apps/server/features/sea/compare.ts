import { distanceNm, nearestTurn, type Position } from '@fairway/geo'
import type { SeaRoute } from '@fairway/sea'

/** Maximum distance in nautical miles at which two lines count as the same route. */
const SAME_ROUTE_NM = 10
const SAMPLE_COUNT = 200

/** Returns the share of a line that follows another line. */
export function computeSharedFraction(line: readonly Position[], otherLine: readonly Position[]): number {
  const samples = sampleLine(line)
  const nearSampleCount = samples.filter((position) => isNearLine(position, otherLine)).length
  return samples.length === 0 ? 1 : nearSampleCount / samples.length
}

/** Samples positions at equal distances. */
function sampleLine(line: readonly Position[]): Position[] {
  const segments = line.slice(1).map((to, index) => {
    const from = line[index] ?? to
    return { from, to, nm: distanceNm(from[0], from[1], to[0], to[1]) }
  })
  const stepNm = segments.reduce((sum, { nm }) => sum + nm, 0) / SAMPLE_COUNT
  const samples: Position[] = []
  let nextSampleNm = stepNm / 2
  for (const { from, to, nm } of segments) {
    for (; nextSampleNm < nm; nextSampleNm += stepNm) {
      const fraction = nextSampleNm / nm
      samples.push([from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction])
    }
    nextSampleNm -= nm
  }
  return samples
}

function isNearLine(position: Position, line: readonly Position[]): boolean {
  const [latitude] = position
  return line.some((from, index) => {
    const to = line[index + 1] ?? from
    // Nearly all segments are too far north or south. This test excludes such segments without trigonometry.
    const [fromNm, toNm] = [(from[0] - latitude) * 60, (to[0] - latitude) * 60]
    if (Math.min(fromNm, toNm) > SAME_ROUTE_NM || Math.max(fromNm, toNm) < -SAME_ROUTE_NM) return false
    return isNearSegment(position, from, to)
  })
}

/**
 * Returns whether a segment is near a position, with a flat projection in nautical miles. Segments near the position
 * are short enough for this projection.
 */
function isNearSegment([latitude, longitude]: Position, from: Position, to: Position): boolean {
  const longitudeScale = Math.cos((latitude * Math.PI) / 180)
  const toX = (lon: number) => (nearestTurn(lon, longitude) - longitude) * 60 * longitudeScale
  const [x, y] = [toX(from[1]), (from[0] - latitude) * 60]
  const [dx, dy] = [toX(to[1]) - x, (to[0] - from[0]) * 60]
  const squaredLength = dx * dx + dy * dy
  const projectedFraction = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / squaredLength))
  return Math.hypot(x + projectedFraction * dx, y + projectedFraction * dy) <= SAME_ROUTE_NM
}

/**
 * Describes the difference from the best route, such as "Via Cape of Good Hope instead of Suez Canal, 3,440 nm more".
 */
export function describeAlternative(route: SeaRoute, bestRoute: SeaRoute): string {
  const routePassages = listPassageNames(route)
  const bestPassages = listPassageNames(bestRoute)
  const addedPassages = routePassages.filter((name) => !bestPassages.includes(name))
  const avoidedPassages = bestPassages.filter((name) => !routePassages.includes(name))
  const viaText = addedPassages.length > 0 ? `Via ${addedPassages.join(', ')}` : 'Via open water'
  const insteadText = avoidedPassages.length > 0 ? ` instead of ${avoidedPassages.join(', ')}` : ''
  return `${viaText}${insteadText}, ${Math.round(route.nm - bestRoute.nm).toLocaleString('en')} nm more`
}

function listPassageNames({ passages }: SeaRoute): string[] {
  return passages.map(({ passage }) => passage.name)
}
