import { distanceNm, lengthNm, type Position } from '@fairway/geo'
import { seaAnchors } from './anchors.ts'

/** A section of a path within one sea. */
export interface SeaVisit {
  readonly name: string
  readonly nm: number
}

/** Sampling interval along the path in nautical miles, and maximum number of samples for long paths. */
const MIN_SAMPLE_DISTANCE_NM = 15
const MAX_SAMPLES = 150
/** Minimum length of a reported visit to a sea, in nautical miles and as a share of the path. */
const MIN_VISIT_NM = 20
const MIN_VISIT_SHARE = 0.015

export function findSeaName(latitude: number, longitude: number): string {
  let nearestIndex = 0
  let bestNm = Number.POSITIVE_INFINITY
  for (let index = 0; index < seaAnchors.length; index++) {
    const [lat, lon] = seaAnchors[index].at
    // A degree of latitude is at least 59 nautical miles, so most anchors are ruled out without trigonometry.
    if (Math.abs(lat - latitude) * 59 > bestNm) continue
    const nm = distanceNm(latitude, longitude, lat, lon)
    if (nm < bestNm) {
      nearestIndex = index
      bestNm = nm
    }
  }
  return seaAnchors[nearestIndex].name
}

/** Lists the seas along a line, in order. Their distances add up to the length of the line. */
export function listSeas(line: readonly Position[]): SeaVisit[] {
  const visits: { name: string; nm: number }[] = []
  const sampleNm = Math.max(MIN_SAMPLE_DISTANCE_NM, lengthNm(line) / MAX_SAMPLES)
  let total = 0
  const add = (name: string, nm: number) => {
    total += nm
    const last = visits[visits.length - 1]
    if (last?.name === name) last.nm += nm
    else visits.push({ name, nm })
  }
  for (let index = 1; index < line.length; index++) {
    const [latA, lonA] = line[index - 1]
    const [latB, lonB] = line[index]
    const nm = distanceNm(latA, lonA, latB, lonB)
    const pieceCount = Math.max(1, Math.round(nm / sampleNm))
    for (let piece = 0; piece < pieceCount; piece++) {
      const share = (piece + 0.5) / pieceCount
      add(findSeaName(latA + (latB - latA) * share, lonA + (lonB - lonA) * share), nm / pieceCount)
    }
  }
  return mergeShortVisits(visits, Math.min(MIN_VISIT_NM, total / 3), total)
}

/**
 * Merges short visits into the longer neighbor, shortest first, so that the remaining visits are treated consistently.
 */
function mergeShortVisits(visits: { name: string; nm: number }[], minNm: number, total: number): SeaVisit[] {
  const merged = [...visits]
  for (;;) {
    let shortestIndex = -1
    for (let index = 0; index < merged.length; index++)
      if (shortestIndex < 0 || merged[index].nm < merged[shortestIndex].nm) shortestIndex = index
    const isShort = shortestIndex >= 0 && merged[shortestIndex].nm < Math.max(minNm, MIN_VISIT_SHARE * total)
    if (!isShort || merged.length === 1) return merged
    const previousVisit = merged[shortestIndex - 1]
    const nextVisit = merged[shortestIndex + 1]
    const absorbingVisit = !nextVisit || (previousVisit && previousVisit.nm >= nextVisit.nm) ? previousVisit : nextVisit
    absorbingVisit.nm += merged[shortestIndex].nm
    merged.splice(shortestIndex, 1)
    for (let index = merged.length - 1; index > 0; index--) {
      if (merged[index].name !== merged[index - 1].name) continue
      merged[index - 1].nm += merged[index].nm
      merged.splice(index, 1)
    }
  }
}
