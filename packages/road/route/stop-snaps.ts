import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { Snap, Snapper } from '../snap/snapper.ts'

/** Where somebody wants to be. */
export interface Stop {
  readonly latitude: number
  readonly longitude: number
  /** The direction the vehicle points to, in degrees, or -1. */
  readonly heading: number
}

export interface NotSnapped {
  readonly kind: 'not-snapped'
  readonly stop: number
}

const ANY_PART = -1

/**
 * Puts all stops on roads between which one can drive. The nearest roads are taken when they belong together; where
 * they do not, because one is a closed yard or an island of the map, all stops move to the main network.
 */
export function snapStops(
  network: RoadNetwork,
  snapper: Snapper,
  arcWeight: Int32Array,
  stops: readonly Stop[],
  radiusMeters: number,
): Snap[][] | NotSnapped {
  const find = (stop: Stop, part: number, needs: number): Snap[] => {
    const rules = { radiusMeters, arcWeight, part, needs }
    const pointing =
      stop.heading >= 0 ? snapper.nearest(stop.latitude, stop.longitude, { ...rules, heading: stop.heading }) : []
    return pointing.length > 0 ? pointing : snapper.nearest(stop.latitude, stop.longitude, { ...rules, heading: -1 })
  }
  const nearest = stops.map((stop) => find(stop, ANY_PART, 0))
  const lost = nearest.findIndex((snaps) => snaps.length === 0)
  if (lost >= 0) return { kind: 'not-snapped', stop: lost }

  const part = commonPart(network, nearest)
  if (part === 0)
    return nearest.map((snaps, index) => onMain(network, snaps, needsOf(index, stops.length)) ?? retry(index, 0))
  if (part !== undefined) return nearest.map((snaps) => snaps.filter((snap) => partOf(network, snap) === part))
  const onLargest = stops.map((stop, index) => find(stop, 0, needsOf(index, stops.length)))
  if (onLargest.every((snaps) => snaps.length > 0)) return onLargest
  return nearest

  function retry(index: number, wanted: number): Snap[] {
    const found = find(stops[index], wanted, needsOf(index, stops.length))
    return found.length > 0 ? found : nearest[index]
  }
}

/** From the first stop one must get away, to the last one must get, and the others need both. */
function needsOf(index: number, count: number): number {
  return (index < count - 1 ? ArcFlag.leadsToMain : 0) | (index > 0 ? ArcFlag.reachedFromMain : 0)
}

/** The snaps whose roads have what is needed, or undefined when none has. */
function onMain({ edges, arcs }: RoadNetwork, snaps: readonly Snap[], needs: number): Snap[] | undefined {
  const good = snaps.flatMap((snap) => {
    let sides = 0
    for (const side of [0, 1]) {
      const arc = edges.arc[2 * snap.edge + side]
      if ((snap.sides & (1 << side)) !== 0 && arc !== NO_ID && (arcs.flags[arc] & needs) === needs) sides |= 1 << side
    }
    return sides === 0 ? [] : [{ ...snap, sides }]
  })
  return good.length > 0 ? good : undefined
}

/** The part of the network on which all stops have a nearest road; the largest, if there are several. */
function commonPart(network: RoadNetwork, nearest: readonly (readonly Snap[])[]): number | undefined {
  const [first, ...others] = nearest.map((snaps) => new Set(snaps.map((snap) => partOf(network, snap))))
  const common = [...(first ?? [])].filter((part) => others.every((parts) => parts.has(part)))
  return common.length > 0 ? Math.min(...common) : undefined
}

function partOf({ edges, arcs }: RoadNetwork, { edge }: Snap): number {
  const along = edges.arc[2 * edge]
  return arcs.part[along === NO_ID ? edges.arc[2 * edge + 1] : along]
}
