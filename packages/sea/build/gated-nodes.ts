import { MICRO } from '../grid.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import type { Adjacency } from './adjacency.ts'
import type { NodeList } from './node-list.ts'

/** Links are no longer than this, in degrees of latitude; in those of longitude, below POLAR. */
const REACH_DEGREES = 4
const POLAR = 68

/** 1 for nodes with a link across any gate: only their links are looked at when gates are closed. */
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
      const to = head[at]
      if (near.some((gate) => crossesGate(gate, lat, lon, latitude[to] * MICRO, longitude[to] * MICRO))) gated[node] = 1
    }
  }
  return gated
}

/** Which gates a link that begins in a square degree can reach. */
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
