import { distanceNm, nearestTurn, type Position } from '@fairway/geo'
import type { SeaRoute } from '@fairway/sea'

/** Lines that are at most this far apart count as the same route. */
const SAME_ROUTE_NM = 10
const SAMPLE_COUNT = 200

/** The share of a line that follows another line. */
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

function isNearLine([latitude, longitude]: Position, line: readonly Position[]): boolean {
  const longitudeScale = Math.cos((latitude * Math.PI) / 180)
  // Uses a flat projection around the position, in nautical miles. Where lines come close to the position, their
  // segments are short enough for this projection.
  const flatPoints = line.map(([lat, lon]) => [
    (lat - latitude) * 60,
    (nearestTurn(lon, longitude) - longitude) * 60 * longitudeScale,
  ])
  return flatPoints.some(([y = 0, x = 0], index) => {
    const [ny = y, nx = x] = flatPoints[index + 1] ?? []
    const [dy, dx] = [ny - y, nx - x]
    const squaredLength = dx * dx + dy * dy
    const projectedFraction = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / squaredLength))
    return Math.hypot(x + projectedFraction * dx, y + projectedFraction * dy) <= SAME_ROUTE_NM
  })
}

/** Describes the difference from the best route: "Via Cape of Good Hope instead of Suez Canal, 3,440 nm more". */
export function describeAlternative(route: SeaRoute, best: SeaRoute): string {
  const routePassages = listPassageNames(route)
  const bestPassages = listPassageNames(best)
  const addedPassages = routePassages.filter((name) => !bestPassages.includes(name))
  const avoidedPassages = bestPassages.filter((name) => !routePassages.includes(name))
  const viaText = addedPassages.length > 0 ? `Via ${addedPassages.join(', ')}` : 'Via open water'
  const insteadText = avoidedPassages.length > 0 ? ` instead of ${avoidedPassages.join(', ')}` : ''
  return `${viaText}${insteadText}, ${Math.round(route.nm - best.nm).toLocaleString('en')} nm more`
}

function listPassageNames({ passages }: SeaRoute): string[] {
  return passages.map(({ passage }) => passage.name)
}
