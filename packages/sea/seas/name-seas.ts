import { distanceNm, lengthNm, type Position } from '@fairway/geo'
import { seaAnchors } from './anchors.ts'

/** A stretch within one sea. */
export interface SeaVisit {
  readonly name: string
  readonly nm: number
}

/** Sampling interval along the path, and maximum number of samples for long paths. */
const SAMPLE_NM = 15
const MAX_SAMPLES = 150
/** Shorter visits to a sea, in miles or as a share of the path, are not reported. */
const MIN_VISIT_NM = 20
const MIN_VISIT_SHARE = 0.015

export function findSeaName(latitude: number, longitude: number): string {
  let best = 0
  let bestNm = Number.POSITIVE_INFINITY
  for (let at = 0; at < seaAnchors.length; at++) {
    const [lat, lon] = seaAnchors[at].at
    // A degree of latitude is at least 59 miles, so most anchors are ruled out without trigonometry.
    if (Math.abs(lat - latitude) * 59 > bestNm) continue
    const nm = distanceNm(latitude, longitude, lat, lon)
    if (nm < bestNm) {
      best = at
      bestNm = nm
    }
  }
  return seaAnchors[best].name
}

/** The seas along a line, in order, with miles that add up to its length. */
export function listSeas(line: readonly Position[]): SeaVisit[] {
  const visits: { name: string; nm: number }[] = []
  const sampleNm = Math.max(SAMPLE_NM, lengthNm(line) / MAX_SAMPLES)
  let total = 0
  const add = (name: string, nm: number) => {
    total += nm
    const last = visits[visits.length - 1]
    if (last?.name === name) last.nm += nm
    else visits.push({ name, nm })
  }
  for (let at = 1; at < line.length; at++) {
    const [latA, lonA] = line[at - 1]
    const [latB, lonB] = line[at]
    const nm = distanceNm(latA, lonA, latB, lonB)
    const pieces = Math.max(1, Math.round(nm / sampleNm))
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      add(findSeaName(latA + (latB - latA) * share, lonA + (lonB - lonA) * share), nm / pieces)
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
    let shortest = -1
    for (let at = 0; at < merged.length; at++) if (shortest < 0 || merged[at].nm < merged[shortest].nm) shortest = at
    const isShort = shortest >= 0 && merged[shortest].nm < Math.max(minNm, MIN_VISIT_SHARE * total)
    if (!isShort || merged.length === 1) return merged
    const before = merged[shortest - 1]
    const after = merged[shortest + 1]
    const heir = !after || (before && before.nm >= after.nm) ? before : after
    heir.nm += merged[shortest].nm
    merged.splice(shortest, 1)
    for (let at = merged.length - 1; at > 0; at--) {
      if (merged[at].name !== merged[at - 1].name) continue
      merged[at - 1].nm += merged[at].nm
      merged.splice(at, 1)
    }
  }
}
