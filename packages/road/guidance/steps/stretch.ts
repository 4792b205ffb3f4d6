import type { RoadNetwork } from '../../network/network.ts'
import type { Direction } from '../angles.ts'
import type { GuidanceIndex } from '../guidance-index.ts'
import { TurnKind, TurnTrait } from '../maneuver-code.ts'
import { Names } from '../survey/names.ts'
import { LaneTexts } from './lane-marks.ts'
import { indexOverrides, type OverrideIndex } from './overrides.ts'

/** A piece of the way from one maneuver to the next, while steps are being made. Joining pieces changes them. */
export interface Stretch {
  readonly role: 'depart' | 'turn' | 'arrive'
  /** `none`: taken up by another stretch. */
  kind: TurnKind
  direction: Direction
  /** Bits of TurnTrait. */
  readonly traits: number
  /** The arc of the leg it begins with. */
  readonly firstArc: number
  meters: number
  readonly mode: number
  /** The edge side it is called after. */
  sign: number
  /** The side of the circle that lends its name, -1 for none. */
  rotarySign: number
  exit: number
  readonly bearingIn: number
  readonly bearingOut: number
  /** Junctions on it, the one it begins at included. */
  junctions: number
  /** Other roads touch it somewhere behind its beginning. */
  crossed: boolean
  /** At the last of its junctions there is nowhere else to go. */
  lastOnlyChoice: boolean
  /** The arc of the leg whose lanes lead into it, -1 for none. */
  lanesArc: number
}

/** What the making of steps looks things up in. */
export interface GuidanceSource {
  readonly network: RoadNetwork
  readonly index: GuidanceIndex
  readonly names: Names
  readonly overrides: OverrideIndex
  readonly lanes: LaneTexts
}

const sources = new WeakMap<GuidanceIndex, GuidanceSource>()

/** Made with the first route of a dataset, and kept as long as the dataset is. */
export function guidanceSourceOf(network: RoadNetwork, index: GuidanceIndex): GuidanceSource {
  const known = sources.get(index)
  if (known !== undefined) return known
  const source = {
    network,
    index,
    names: new Names(network, index.nameCore),
    overrides: indexOverrides(network),
    lanes: new LaneTexts(network.texts),
  }
  sources.set(index, source)
  return source
}

export const isGone = (stretch: Stretch): boolean => stretch.role === 'turn' && stretch.kind === TurnKind.none

export const isWaypoint = (stretch: Stretch): boolean => stretch.role !== 'turn'

/** `stretch` goes on over what `following` was; nothing is left to say at its beginning. */
export function absorb(stretch: Stretch, following: Stretch): void {
  stretch.meters += following.meters
  stretch.junctions += following.junctions
  stretch.crossed ||= following.crossed || (following.traits & TurnTrait.noCrossing) === 0
  stretch.lastOnlyChoice = following.lastOnlyChoice
  following.kind = TurnKind.none
  following.meters = 0
}

export function removeGone(stretches: Stretch[]): void {
  let kept = 0
  for (const stretch of stretches) if (!isGone(stretch)) stretches[kept++] = stretch
  stretches.length = kept
}

export function hasSameName({ names, network }: GuidanceSource, a: Stretch, b: Stretch): boolean {
  const { road } = network.edges
  return names.goesOn(road[a.sign >> 1], road[b.sign >> 1])
}
