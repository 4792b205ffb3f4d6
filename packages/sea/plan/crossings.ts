import { distanceNm, GreatCircle, lengthNm, type Position } from '@fairway/geo'
import { MICRO } from '../grid.ts'
import { findPassage } from '../passages/all-passages.ts'
import { channelNames, channelNm } from '../passages/channels.ts'
import { crossesGate, type Gate, passageGates } from '../passages/gates.ts'
import type { Stretch, WayFinder } from '../route/find-path.ts'
import { isChannel, type Sea } from '../schema.ts'
import { clearanceNm } from '../water/clearance.ts'
import { type Snapped, snapToWater } from '../water/snap.ts'

/** The path through a passage from one side to the other, for voyages that must use it. */
export interface Crossing {
  readonly ends: readonly [Snapped, Snapped]
  /** From the first end to the second. */
  readonly stretch: Stretch
  readonly nm: number
}

/** Number of samples along a gate, and number of the best samples that are tried. */
const SAMPLES = 200
const TRIED = 30
/** Distances of the ends from the gate, on either side. Narrow waters need smaller ones. */
const SIDE_NM = [1, 0.5, 0.25, 0.12]
/** Maximum distance of water from the intended end. */
const REACH_NM = 0.1
/** More clearance than this gives no further preference. */
const ENOUGH_NM = 7

const known = new WeakMap<Sea, Map<string, Crossing | undefined>>()

/** A canal from end to end, or a strait across its gate at the widest point. Undefined where this sea has none. */
export function crossingOf(finder: WayFinder, id: string): Crossing | undefined {
  const crossings = known.get(finder.sea) ?? new Map<string, Crossing | undefined>()
  known.set(finder.sea, crossings)
  if (!crossings.has(id)) crossings.set(id, alongChannel(finder.sea, id) ?? acrossGate(finder, id))
  return crossings.get(id)
}

function alongChannel(sea: Sea, id: string): Crossing | undefined {
  const [channel] = channelNames(sea)
    .flatMap(({ passage }, at) => (passage === id ? [at] : []))
    .sort((a, b) => channelNm(sea, b) - channelNm(sea, a))
  if (channel === undefined) return undefined
  const { nodeFirst } = sea.channels
  const nodes = Array.from({ length: nodeFirst[channel + 1] - nodeFirst[channel] }, (_, at) => nodeFirst[channel] + at)
  const points = nodes.map((node): Position => [sea.nodes.latitude[node] * MICRO, sea.nodes.longitude[node] * MICRO])
  const endAt = (at: number): Snapped => ({
    node: nodes[at],
    latitude: points[at][0],
    longitude: points[at][1],
    offNm: 0,
  })
  return { ends: [endAt(0), endAt(nodes.length - 1)], stretch: { points, channel }, nm: lengthNm(points) }
}

function acrossGate(finder: WayFinder, id: string): Crossing | undefined {
  const isCape = findPassage(id)?.kind === 'cape'
  for (const gate of passageGates.filter(({ passage }) => passage === id)) {
    for (const at of placesOn(finder.sea, gate, isCape)) {
      for (const nm of SIDE_NM) {
        const found = crossAt(finder, gate, at, nm)
        if (found) return found
      }
    }
  }
  return undefined
}

/** Positions along a gate, best first: the middle of the widest water, or as close to a cape as ships can pass. */
function placesOn(sea: Sea, { from, to }: Gate, isCape: boolean): Position[] {
  const circle = new GreatCircle().set(...from, ...to)
  return Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const share = at / SAMPLES
    circle.moveTo(circle.lengthNm * share)
    const place: Position = [circle.latitude, circle.longitude]
    const room = Math.min(ENOUGH_NM, clearanceNm(sea, place[0], place[1]))
    return { place, room, off: isCape ? share : Math.abs(share - 0.5) }
  })
    .sort((a, b) => b.room - a.room || a.off - b.off)
    .slice(0, TRIED)
    .map(({ place }) => place)
}

function crossAt(finder: WayFinder, gate: Gate, [lat, lon]: Position, nm: number): Crossing | undefined {
  const { sea, sight } = finder
  const shrink = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const north = gate.to[0] - gate.from[0]
  const east = (gate.to[1] - gate.from[1]) * shrink
  const degrees = nm / 60 / Math.hypot(north, east)
  const end = (side: number) =>
    snapToWater(sea, lat + side * east * degrees, lon - (side * north * degrees) / shrink, REACH_NM)
  const [a, b] = [end(-1), end(1)]
  if (!a || !b || sea.nodes.body[a.node] !== sea.nodes.body[b.node]) return undefined
  const line = [a.latitude, a.longitude, b.latitude, b.longitude] as const
  if (!crossesGate(gate, ...line) || !sight.isClear(...line)) return undefined
  const points: Position[] = [
    [a.latitude, a.longitude],
    [b.latitude, b.longitude],
  ]
  const [first, second] = [a, b].map((side) => onItsSide(finder, gate, side))
  return { ends: [first, second], stretch: { points }, nm: lengthNm(points) }
}

/** Squares are large, so a search must begin at a visible node on the same side of the gate. */
function onItsSide({ sea, sight }: WayFinder, gate: Gate, side: Snapped): Snapped {
  const { latitude, longitude, linkFirst } = sea.nodes
  const { head } = sea.links
  let [best, bestNm] = [side.node, Number.POSITIVE_INFINITY]
  for (const node of [side.node, ...head.subarray(linkFirst[side.node], linkFirst[side.node + 1])]) {
    const line = [side.latitude, side.longitude, latitude[node] * MICRO, longitude[node] * MICRO] as const
    const nm = distanceNm(...line)
    if (nm >= bestNm || isChannel(sea, node) || crossesGate(gate, ...line) || !sight.isClear(...line)) continue
    best = node
    bestNm = nm
  }
  return { ...side, node: best }
}
