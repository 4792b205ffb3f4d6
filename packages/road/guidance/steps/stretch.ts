import { TravelMode } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { Direction, reverseBearing } from '../angles.ts'
import type { GuidanceIndex } from '../guidance-index.ts'
import { directionOf, kindOf, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { Names } from '../survey/names.ts'
import { LaneTexts } from './lane-marks.ts'
import { indexOverrides, type OverrideIndex } from './overrides.ts'
import { noteRoads, RoadNote } from './road-notes.ts'

export type Role = 'depart' | 'turn' | 'arrive'

const NO_SIDE = -1

/**
 * A section of the path from one maneuver to the next, used while steps are built. Joining modifies stretches. Most
 * stretches are never examined closely, so data elsewhere in memory (modes, bearings) is read on demand.
 */
export class Stretch {
  role: Role = 'turn'
  /** `none`: absorbed by another stretch. */
  kind: TurnKind = TurnKind.none
  direction: Direction = Direction.straight
  /** Bits of TurnTrait. */
  traits = 0
  /** Index of its first arc within the leg. */
  firstArc = 0
  meters = 0
  /** The edge side that names it. */
  sign = 0
  /** The roundabout side that provides its name, -1 for none. */
  rotarySign = NO_SIDE
  exit = 0
  /** Number of junctions, including the first. */
  junctions = 1
  /** True if other roads touch it after its start. */
  crossed = false
  /** True if its last junction offers no other branch. */
  lastOnlyChoice = false
  /** Index of the arc whose lanes lead into it, -1 for none. */
  lanesArc = -1
  /** The sides that reach and leave its start, -1 for none. */
  private sideIn = NO_SIDE
  private sideOut = NO_SIDE
  /** Its first edge side. */
  private side = 0
  private readonly source: StretchSource

  constructor(source: StretchSource) {
    this.source = source
  }

  get mode(): number {
    const { network, notes } = this.source
    const road = network.edges.road[this.side >> 1]
    return (notes[road] & RoadNote.carried) === 0 ? TravelMode.driving : network.roads.mode[road]
  }
  get bearingIn(): number {
    return this.sideIn === NO_SIDE ? 0 : reverseBearing(this.source.index.bearing[this.sideIn ^ 1] / 100)
  }
  get bearingOut(): number {
    return this.sideOut === NO_SIDE ? 0 : this.source.index.bearing[this.sideOut] / 100
  }

  /** Starts at the beginning of `side`, reached via `before` (-1: none). */
  begin(role: Role, firstArc: number, side: number, before: number, code: number): void {
    this.role = role
    this.kind = kindOf(code)
    this.direction = directionOf(code)
    this.traits = code
    this.firstArc = firstArc
    this.meters = 0
    this.sign = side
    this.rotarySign = NO_SIDE
    this.exit = 0
    this.junctions = 1
    this.crossed = false
    this.lastOnlyChoice = (code & TurnTrait.onlyChoice) !== 0
    this.lanesArc = role === 'turn' ? firstArc - 1 : -1
    this.side = side
    this.sideIn = before
    this.sideOut = role === 'arrive' ? NO_SIDE : side
  }

  /** Converts a turn at the very start of the route into the departure. */
  departFrom(meters: number): void {
    this.role = 'depart'
    this.kind = TurnKind.none
    this.firstArc = 0
    this.meters = meters
    this.lanesArc = -1
    this.sideIn = NO_SIDE
  }

  /** Makes this the arrival on `before`, instead of turning into `last`. */
  arriveOn(before: Stretch, last: Stretch): void {
    this.sign = before.sign
    this.sideIn = last.sideIn
  }
}

/** Pools stretches across legs. The stretches of a leg are valid until the next leg begins. */
export class StretchPool {
  private readonly source: StretchSource
  private readonly stretches: Stretch[] = []
  private used = 0

  constructor(source: StretchSource) {
    this.source = source
  }

  clear(): void {
    this.used = 0
  }

  begin(role: Role, firstArc: number, side: number, before: number, code: number): Stretch {
    if (this.used === this.stretches.length) this.stretches.push(new Stretch(this.source))
    const stretch = this.stretches[this.used++]
    stretch.begin(role, firstArc, side, before, code)
    return stretch
  }
}

/** Lookup data for stretches. */
interface StretchSource {
  readonly network: RoadNetwork
  readonly index: GuidanceIndex
  /** Bits of RoadNote for every road. */
  readonly notes: Uint8Array
}

/** Lookup data and scratch memory for building steps. One per thread. */
export interface GuidanceSource extends StretchSource {
  readonly names: Names
  readonly overrides: OverrideIndex
  readonly lanes: LaneTexts
  readonly pool: StretchPool
}

const sources = new WeakMap<GuidanceIndex, GuidanceSource>()

/** Created with the first route of a dataset and kept for its lifetime. */
export function guidanceSourceOf(network: RoadNetwork, index: GuidanceIndex): GuidanceSource {
  const known = sources.get(index)
  if (known !== undefined) return known
  const notes = noteRoads(network.roads)
  const source = {
    network,
    index,
    notes,
    names: new Names(network, index.nameCore),
    overrides: indexOverrides(network),
    lanes: new LaneTexts(network.texts),
    pool: new StretchPool({ network, index, notes }),
  }
  sources.set(index, source)
  return source
}

export const isGone = (stretch: Stretch): boolean => stretch.role === 'turn' && stretch.kind === TurnKind.none

export const isWaypoint = (stretch: Stretch): boolean => stretch.role !== 'turn'

/** Extends `stretch` over `following`, which no longer has an instruction. */
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
  while (kept < stretches.length && !isGone(stretches[kept])) kept++
  // Often nothing was joined.
  if (kept === stretches.length) return
  for (let i = kept; i < stretches.length; i++) if (!isGone(stretches[i])) stretches[kept++] = stretches[i]
  stretches.length = kept
}

export function hasSameName({ names, network }: GuidanceSource, a: Stretch, b: Stretch): boolean {
  const { road } = network.edges
  return names.goesOn(road[a.sign >> 1], road[b.sign >> 1])
}
