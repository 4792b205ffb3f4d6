import type { RoadNetwork } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { NO_ID } from '../../sentinels.ts'
import type { Direction } from '../angles.ts'
import { decodeDirection, decodeTurnKind, encodeManeuver, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { maneuverModifiers } from '../step.ts'

/** Maneuver kinds that mappers may set. */
const overrideKinds: Readonly<Record<string, TurnKind>> = {
  turn: TurnKind.turn,
  continue: TurnKind.continue,
  'new name': TurnKind.newName,
  merge: TurnKind.merge,
  ramp: TurnKind.onRamp,
  'on ramp': TurnKind.onRamp,
  'off ramp': TurnKind.offRamp,
  fork: TurnKind.fork,
  'end of road': TurnKind.endOfRoad,
  notification: TurnKind.notification,
  suppress: TurnKind.silent,
}

/** An instruction override from the map. For undefined fields, the computed value applies. */
interface ManeuverOverride {
  /** The sides of the edges are stored instead of arcs, so that copies of arcs also match. */
  readonly sides: readonly number[]
  readonly node: number
  readonly kind: TurnKind | undefined
  readonly direction: Direction | undefined
}

/** Overrides of a network by their first edge side. Most networks have few overrides or none. */
export type OverrideIndex = ReadonlyMap<number, readonly ManeuverOverride[]>

export function indexOverrides({ overrides, arcs, texts }: RoadNetwork): OverrideIndex {
  const index = new Map<number, ManeuverOverride[]>()
  for (let i = 0; i < overrides.count; i++) {
    const normalizeString = (stringId: number) =>
      readText(texts, stringId).toLowerCase().replaceAll(/[_-]+/g, ' ').trim()
    const type = normalizeString(overrides.type[i])
    const modifier = maneuverModifiers.findIndex(
      (name) => name === (type === 'uturn' ? type : normalizeString(overrides.modifier[i])),
    )
    const sides = Array.from(
      overrides.arc.subarray(overrides.arcFirst[i], overrides.arcFirst[i + 1]),
      (arc) => arcs.edgeSide[arc],
    )
    const direction = modifier === -1 ? undefined : (modifier as Direction)
    const overridesAtSide = index.get(sides[0]) ?? []
    index.set(sides[0], overridesAtSide)
    overridesAtSide.push({ sides, node: overrides.node[i], kind: overrideKinds[type], direction })
  }
  return index
}

/** Finds the overridden turn codes of a leg, by the index of the arc that the turn leads into. */
export function findOverrides(
  network: RoadNetwork,
  index: OverrideIndex,
  leg: RouteLeg,
): ReadonlyMap<number, number> | undefined {
  if (index.size === 0) return undefined
  const codes = new Map<number, number>()
  const { arcs, edges, turns } = network
  const sideAt = (i: number) => (i < leg.arcs.length ? arcs.edgeSide[leg.arcs[i]] : NO_ID)
  for (let i = 0; i < leg.arcs.length; i++) {
    for (const { sides, node, kind, direction } of index.get(sideAt(i)) ?? []) {
      if (!sides.every((edgeSide, k) => sideAt(i + k) === edgeSide)) continue
      for (let k = i + 1; k < i + sides.length; k++) {
        const edgeSide = sideAt(k)
        const turn = leg.turns[k - 1]
        if ((edgeSide & 1 ? edges.to[edgeSide >> 1] : edges.from[edgeSide >> 1]) !== node || turn === NO_ID) continue
        const code = turns.maneuver[turn]
        // There is no instruction at a node without another road, even if a relation specifies a maneuver.
        if ((code & TurnTrait.noCrossing) !== 0) continue
        codes.set(
          k,
          encodeManeuver(kind ?? decodeTurnKind(code), direction ?? decodeDirection(code), code & ALL_TRAITS),
        )
      }
    }
  }
  return codes
}

const ALL_TRAITS = TurnTrait.onlyChoice | TurnTrait.noCrossing | TurnTrait.straightest | TurnTrait.intoMedian
