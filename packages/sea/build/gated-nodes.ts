import { nearestTurn } from '@fairway/geo'
import { MICRO } from '../grid.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import type { Adjacency } from './adjacency.ts'
import type { NodeList } from './node-list.ts'

/** Maximum length of links, in degrees of latitude and, below POLAR, also of longitude. */
const REACH_DEGREES = 4
const POLAR = 68
/** Half of the 180° of longitude that a link over the pole spans. */
const WIDE = 90

/** 1 for nodes with a link across any gate. Only their links are checked when gates are closed. */
export function findGated({ first, head }: Adjacency, nodes: NodeList, gates: readonly Gate[]): Uint8Array {
  const { latitude, longitude, count } = nodes
  const gated = new Uint8Array(count)
  const around = gatesByDegree(gates)
  for (let node = 0; node < count; node++) {
    const lat = latitude[node] * MICRO
    const lon = longitude[node] * MICRO
    const near = around.get(degreeOf(lat, lon))
    if (!near) continue
    for (let at = first[node]; at < first[node + 1] && gated[node] === 0; at++) {
      const toLat = latitude[head[at]] * MICRO
      const toLon = longitude[head[at]] * MICRO
      for (const gate of near) {
        if (isBeside(gate, lon, toLon) || !crossesGate(gate, lat, lon, toLat, toLon)) continue
        gated[node] = 1
        break
      }
    }
  }
  return gated
}

/**
 * Whether a link lies entirely west or east of a gate. This cheap check rules out most of the millions of links. Great
 * circles are monotonic in longitude; those that may cross a pole are not ruled out.
 */
function isBeside({ west, east }: Gate, lonA: number, lonB: number): boolean {
  if (east - west > WIDE || lonA - lonB > WIDE || lonB - lonA > WIDE) return false
  const middle = (west + east) / 2
  const half = (east - west) / 2
  const a = nearestTurn(lonA, middle) - middle
  const b = nearestTurn(lonB, middle) - middle
  return Math.abs(a) < WIDE && Math.abs(b) < WIDE && ((a < -half && b < -half) || (a > half && b > half))
}

/** The gates that a link from each one-degree square can reach. */
function gatesByDegree(gates: readonly Gate[]): Map<number, Gate[]> {
  const found = new Map<number, Gate[]>()
  for (let lat = -90; lat < 90; lat++) {
    const inRange = gates.filter(({ south, north }) => lat + 1 > south - REACH_DEGREES && lat < north + REACH_DEGREES)
    for (let lon = -180; lon < 180; lon++) {
      const near = inRange.filter(
        ({ west, east }) => lat + 1 > POLAR || (lon + 1 > west - 2 * REACH_DEGREES && lon < east + 2 * REACH_DEGREES),
      )
      if (near.length > 0) found.set(degreeOf(lat, lon), near)
    }
  }
  return found
}

function degreeOf(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * 360 + Math.floor(longitude + 180)
}
