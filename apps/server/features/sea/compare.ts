import { distanceNm, nearestTurn, type Position } from '@fairway/geo'
import type { SeaRoute } from '@fairway/sea'

/** Lines that are at most this far apart count as the same route. */
const SAME_ROUTE_NM = 10
const SAMPLE_COUNT = 200

/** The share of a line that follows another line. */
export function computeSharing(line: readonly Position[], otherLine: readonly Position[]): number {
  const samples = sampleLine(line)
  const shared = samples.filter((position) => isNearLine(position, otherLine)).length
  return samples.length === 0 ? 1 : shared / samples.length
}

/** Samples positions at equal distances. */
function sampleLine(line: readonly Position[]): Position[] {
  const segments = line.slice(1).map((to, index) => {
    const from = line[index] ?? to
    return { from, to, nm: distanceNm(from[0], from[1], to[0], to[1]) }
  })
  const step = segments.reduce((sum, { nm }) => sum + nm, 0) / SAMPLE_COUNT
  const samples: Position[] = []
  let due = step / 2
  for (const { from, to, nm } of segments) {
    for (; due < nm; due += step) {
      const share = due / nm
      samples.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    }
    due -= nm
  }
  return samples
}

function isNearLine([latitude, longitude]: Position, line: readonly Position[]): boolean {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  // Uses a flat projection around the position, in nautical miles. Where lines come close to the position, their
  // segments are short enough for this projection.
  const flat = line.map(([lat, lon]) => [
    (lat - latitude) * 60,
    (nearestTurn(lon, longitude) - longitude) * 60 * shrink,
  ])
  return flat.some(([y = 0, x = 0], index) => {
    const [ny = y, nx = x] = flat[index + 1] ?? []
    const [dy, dx] = [ny - y, nx - x]
    const squaredLength = dx * dx + dy * dy
    const share = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / squaredLength))
    return Math.hypot(x + share * dx, y + share * dy) <= SAME_ROUTE_NM
  })
}

/** Describes the difference from the best route: "Via Cape of Good Hope instead of Suez Canal, 3,440 nm more". */
export function describeAlternative(route: SeaRoute, best: SeaRoute): string {
  const ownPassages = listPassageNames(route)
  const bestPassages = listPassageNames(best)
  const gained = ownPassages.filter((name) => !bestPassages.includes(name))
  const avoidedPassages = bestPassages.filter((name) => !ownPassages.includes(name))
  const viaText = gained.length > 0 ? `Via ${gained.join(', ')}` : 'Via open water'
  const instead = avoidedPassages.length > 0 ? ` instead of ${avoidedPassages.join(', ')}` : ''
  return `${viaText}${instead}, ${Math.round(route.nm - best.nm).toLocaleString('en')} nm more`
}

function listPassageNames({ passages }: SeaRoute): string[] {
  return passages.map(({ passage }) => passage.name)
}
