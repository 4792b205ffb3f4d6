import type { Position } from '../geometry/sphere.ts'
import { MICRO } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { clearanceNm } from '../water/clearance.ts'
import { findPassage } from './all-passages.ts'
import { channelNames } from './channels.ts'

const SAMPLES = 200

/** A position within a passage, for routes that shall lead through it: amid its canal, or where its gate is widest. */
export function positionWithin(sea: Sea, id: string): Position | undefined {
  const channel = channelNames(sea).findIndex(({ passage }) => passage === id)
  if (channel >= 0) {
    const node = (sea.channels.nodeFirst[channel] + sea.channels.nodeFirst[channel + 1]) >> 1
    return [sea.nodes.latitude[node] * MICRO, sea.nodes.longitude[node] * MICRO]
  }
  const [gate] = findPassage(id)?.gates ?? []
  if (!gate) return undefined
  const [[latA, lonA], [latB, lonB]] = gate
  let best: Position | undefined
  let bestNm = -1
  for (let at = 0; at <= SAMPLES; at++) {
    const latitude = latA + ((latB - latA) * at) / SAMPLES
    const longitude = lonA + ((lonB - lonA) * at) / SAMPLES
    // The middle first: where all is wide, ships need not go to its far end.
    const clearance = clearanceNm(sea, latitude, longitude) - Math.abs(at / SAMPLES - 0.5) * 0.01
    if (clearance > bestNm) {
      best = [latitude, longitude]
      bestNm = clearance
    }
  }
  return best
}
