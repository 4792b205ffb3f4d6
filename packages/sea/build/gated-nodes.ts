import { nearestTurn } from '@fairway/geo'
import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import type { Adjacency } from './adjacency.ts'
import type { NodeList } from './node-list.ts'

/**
 * Maximum length of links in degrees of latitude. Below POLAR_LATITUDE, the same maximum applies to degrees of
 * longitude.
 */
const GATE_REACH_DEGREES = 4
const POLAR_LATITUDE = 68
/** Half of the 180° of longitude that a link over the pole spans. */
const POLAR_REACH_DEGREES = 90

/** Returns 1 for nodes with a link across any gate. Only the links of these nodes are checked when gates are closed. */
export function findGatedNodes({ first, head }: Adjacency, nodes: NodeList, gates: readonly Gate[]): Uint8Array {
  const { latitude, longitude, count } = nodes
  const isGated = new Uint8Array(count)
  const gatesByDegree = groupGatesByDegree(gates)
  for (let node = 0; node < count; node++) {
    const lat = latitude[node] * DEGREES_PER_MICRODEGREE
    const lon = longitude[node] * DEGREES_PER_MICRODEGREE
    const nearbyGates = gatesByDegree.get(toDegreeKey(lat, lon))
    if (!nearbyGates) continue
    for (let link = first[node]; link < first[node + 1] && isGated[node] === 0; link++) {
      const toLat = latitude[head[link]] * DEGREES_PER_MICRODEGREE
      const toLon = longitude[head[link]] * DEGREES_PER_MICRODEGREE
      for (const gate of nearbyGates) {
        if (isEntirelyOnOneSide(gate, lon, toLon) || !crossesGate(gate, lat, lon, toLat, toLon)) continue
        isGated[node] = 1
        break
      }
    }
  }
  return isGated
}

/**
 * Returns whether a link is entirely west or east of a gate. This cheap check rules out most of the millions of links.
 * Great circles are monotonic in longitude, except for those that may cross a pole, which are not ruled out.
 */
function isEntirelyOnOneSide({ west, east }: Gate, lonA: number, lonB: number): boolean {
  if (east - west > POLAR_REACH_DEGREES || lonA - lonB > POLAR_REACH_DEGREES || lonB - lonA > POLAR_REACH_DEGREES)
    return false
  const middle = (west + east) / 2
  const halfWidth = (east - west) / 2
  const a = nearestTurn(lonA, middle) - middle
  const b = nearestTurn(lonB, middle) - middle
  return (
    Math.abs(a) < POLAR_REACH_DEGREES &&
    Math.abs(b) < POLAR_REACH_DEGREES &&
    ((a < -halfWidth && b < -halfWidth) || (a > halfWidth && b > halfWidth))
  )
}

/** Groups the gates that a link from each one-degree square can reach. */
function groupGatesByDegree(gates: readonly Gate[]): Map<number, Gate[]> {
  const byDegree = new Map<number, Gate[]>()
  for (let lat = -90; lat < 90; lat++) {
    const gatesInRange = gates.filter(
      ({ south, north }) => lat + 1 > south - GATE_REACH_DEGREES && lat < north + GATE_REACH_DEGREES,
    )
    for (let lon = -180; lon < 180; lon++) {
      const nearbyGates = gatesInRange.filter(
        ({ west, east }) =>
          lat + 1 > POLAR_LATITUDE || (lon + 1 > west - 2 * GATE_REACH_DEGREES && lon < east + 2 * GATE_REACH_DEGREES),
      )
      if (nearbyGates.length > 0) byDegree.set(toDegreeKey(lat, lon), nearbyGates)
    }
  }
  return byDegree
}

function toDegreeKey(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * 360 + Math.floor(longitude + 180)
}
