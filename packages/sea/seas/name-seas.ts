import { distanceNm, lengthNm, type Position } from '@fairway/geo'
import { seaAnchors } from './anchors.ts'

/** A stretch within one sea. */
export interface SeaStretch {
  readonly name: string
  readonly nm: number
}

/** Sampling interval along the path, and maximum number of samples for long paths. */
const SAMPLE_NM = 15
const MAX_SAMPLES = 150
/** Shorter visits to a sea, in miles or as a share of the path, are not reported. */
const MIN_NM = 20
const MIN_SHARE = 0.015

export function seaAt(latitude: number, longitude: number): string {
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
export function nameSeas(line: readonly Position[]): SeaStretch[] {
  const found: { name: string; nm: number }[] = []
  const sampleNm = Math.max(SAMPLE_NM, lengthNm(line) / MAX_SAMPLES)
  let total = 0
  const add = (name: string, nm: number) => {
    total += nm
    const last = found[found.length - 1]
    if (last?.name === name) last.nm += nm
    else found.push({ name, nm })
  }
  for (let at = 1; at < line.length; at++) {
    const [latA, lonA] = line[at - 1]
    const [latB, lonB] = line[at]
    const nm = distanceNm(latA, lonA, latB, lonB)
    const pieces = Math.max(1, Math.round(nm / sampleNm))
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      add(seaAt(latA + (latB - latA) * share, lonA + (lonB - lonA) * share), nm / pieces)
    }
  }
  return mergeShort(found, Math.min(MIN_NM, total / 3), total)
}

/**
 * Merges short visits into the longer neighbor, shortest first, so that the remaining visits are treated consistently.
 */
function mergeShort(found: { name: string; nm: number }[], leastNm: number, total: number): SeaStretch[] {
  const left = [...found]
  for (;;) {
    let shortest = -1
    for (let at = 0; at < left.length; at++) if (shortest < 0 || left[at].nm < left[shortest].nm) shortest = at
    const isShort = shortest >= 0 && left[shortest].nm < Math.max(leastNm, MIN_SHARE * total)
    if (!isShort || left.length === 1) return left
    const before = left[shortest - 1]
    const after = left[shortest + 1]
    const heir = !after || (before && before.nm >= after.nm) ? before : after
    heir.nm += left[shortest].nm
    left.splice(shortest, 1)
    for (let at = left.length - 1; at > 0; at--) {
      if (left[at].name !== left[at - 1].name) continue
      left[at - 1].nm += left[at].nm
      left.splice(at, 1)
    }
  }
}
