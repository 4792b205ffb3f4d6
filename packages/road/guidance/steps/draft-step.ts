import { getTravelManner, TravelMode } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { Direction, reverseBearing } from '../angles.ts'
import type { GuidanceIndex } from '../guidance-index.ts'
import { decodeDirection, decodeTurnKind, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { RoadNames } from '../survey/names.ts'
import { LaneCache } from './lane-marks.ts'
import { indexOverrides, type OverrideIndex } from './overrides.ts'
import { buildRoadAttributes, RoadAttribute } from './road-notes.ts'

export type StepRole = 'depart' | 'turn' | 'arrive'

const NO_SIDE = -1

/**
 * A section of the path from one maneuver to the next, used while steps are built. Joining modifies these sections.
 * Most sections are never examined closely, so data elsewhere in memory (modes, bearings) is read on demand.
 */
export class DraftStep {
  role: StepRole = 'turn'
  /** Kind of the maneuver. `none` means that another stretch has absorbed this one. */
  kind: TurnKind = TurnKind.none
  direction: Direction = Direction.straight
  /** Traits of the turn, as bits of TurnTrait. */
  traitBits = 0
  /** Index of the first arc within the leg. */
  firstArc = 0
  meters = 0
  /** The edge side that names this stretch. */
  nameSide = 0
  /** The roundabout side that names the roundabout, or -1 if there is none. */
  rotaryNameSide = NO_SIDE
  exitNumber = 0
  /** Number of junctions, including the first. */
  junctionCount = 1
  /** True if other roads touch this stretch after its start. */
  hasCrossings = false
  /** True if the last junction has no other open branch. */
  endsWithOnlyChoice = false
  /** Index of the arc whose lanes lead into this stretch, or -1 if there is none. */
  approachArc = -1
  /** The edge sides that lead to and away from the start of this stretch, or -1 if there are none. */
  private sideIn = NO_SIDE
  private sideOut = NO_SIDE
  /** The first edge side of this stretch. */
  private edgeSide = 0
  private readonly source: DraftStepSource

  constructor(source: DraftStepSource) {
    this.source = source
  }

  get mode(): number {
    const { network, roadAttributes } = this.source
    const road = network.edges.road[this.edgeSide >> 1]
    const isDriven = (roadAttributes[road] & RoadAttribute.notDriven) === 0
    return isDriven ? TravelMode.driving : getTravelManner(network.roads, road, this.edgeSide & 1)
  }
  get bearingIn(): number {
    return this.sideIn === NO_SIDE ? 0 : reverseBearing(this.source.index.bearing[this.sideIn ^ 1] / 100)
  }
  get bearingOut(): number {
    return this.sideOut === NO_SIDE ? 0 : this.source.index.bearing[this.sideOut] / 100
  }

  /**
   * Resets this object to a stretch that starts at the beginning of `edgeSide`. The preceding edge side is
   * `previousSide`, or -1 if there is none.
   */
  reset(role: StepRole, firstArc: number, edgeSide: number, previousSide: number, code: number): void {
    this.role = role
    this.kind = decodeTurnKind(code)
    this.direction = decodeDirection(code)
    this.traitBits = code
    this.firstArc = firstArc
    this.meters = 0
    this.nameSide = edgeSide
    this.rotaryNameSide = NO_SIDE
    this.exitNumber = 0
    this.junctionCount = 1
    this.hasCrossings = false
    this.endsWithOnlyChoice = (code & TurnTrait.onlyChoice) !== 0
    this.approachArc = role === 'turn' ? firstArc - 1 : -1
    this.edgeSide = edgeSide
    this.sideIn = previousSide
    this.sideOut = role === 'arrive' ? NO_SIDE : edgeSide
  }

  /** Converts a turn at the start of the route into the departure. */
  becomeDeparture(meters: number): void {
    this.role = 'depart'
    this.kind = TurnKind.none
    this.firstArc = 0
    this.meters = meters
    this.approachArc = -1
    this.sideIn = NO_SIDE
  }

  /** Converts this step into the arrival on the road of `previousStep`, instead of a turn into `last`. */
  becomeArrival(previousStep: DraftStep, last: DraftStep): void {
    this.nameSide = previousStep.nameSide
    this.sideIn = last.sideIn
  }
}

/** Pools stretches across legs. The stretches of a leg are valid until the next leg begins. */
class DraftStepPool {
  private readonly source: DraftStepSource
  private readonly drafts: DraftStep[] = []
  private usedCount = 0

  constructor(source: DraftStepSource) {
    this.source = source
  }

  clear(): void {
    this.usedCount = 0
  }

  acquire(role: StepRole, firstArc: number, edgeSide: number, previousSide: number, code: number): DraftStep {
    if (this.usedCount === this.drafts.length) this.drafts.push(new DraftStep(this.source))
    const draft = this.drafts[this.usedCount++]
    draft.reset(role, firstArc, edgeSide, previousSide, code)
    return draft
  }

  /** Returns the acquired stretches in order. A list that grows with every stretch would be copied several times. */
  list(): DraftStep[] {
    return this.drafts.slice(0, this.usedCount)
  }
}

/** Lookup data for stretches. */
interface DraftStepSource {
  readonly network: RoadNetwork
  readonly index: GuidanceIndex
  /** Attributes of every road, as bits of RoadAttribute. */
  readonly roadAttributes: Uint8Array
}

/** Lookup data and scratch memory for building steps. Each thread has a separate instance. */
export interface GuidanceSource extends DraftStepSource {
  readonly names: RoadNames
  readonly overrides: OverrideIndex
  readonly laneCache: LaneCache
  readonly pool: DraftStepPool
}

const sourceByIndex = new WeakMap<GuidanceIndex, GuidanceSource>()

/**
 * Returns the guidance source of a dataset. The source is created for the first route and kept for the lifetime of the
 * dataset.
 */
export function getGuidanceSource(network: RoadNetwork, index: GuidanceIndex): GuidanceSource {
  const cached = sourceByIndex.get(index)
  if (cached !== undefined) return cached
  const roadAttributes = buildRoadAttributes(network.roads)
  const source = {
    network,
    index,
    roadAttributes,
    names: new RoadNames(network, index.nameCore),
    overrides: indexOverrides(network),
    laneCache: new LaneCache(network.texts),
    pool: new DraftStepPool({ network, index, roadAttributes }),
  }
  sourceByIndex.set(index, source)
  return source
}

export const isAbsorbed = (draft: DraftStep): boolean => draft.role === 'turn' && draft.kind === TurnKind.none

export const isWaypoint = (draft: DraftStep): boolean => draft.role !== 'turn'

/** Extends `draft` over `followingStep`, which no longer has an instruction. */
export function absorbStep(draft: DraftStep, followingStep: DraftStep): void {
  draft.meters += followingStep.meters
  draft.junctionCount += followingStep.junctionCount
  draft.hasCrossings ||= followingStep.hasCrossings || (followingStep.traitBits & TurnTrait.noCrossing) === 0
  draft.endsWithOnlyChoice = followingStep.endsWithOnlyChoice
  followingStep.kind = TurnKind.none
  followingStep.meters = 0
}

export function removeAbsorbed(drafts: DraftStep[]): void {
  let keptCount = 0
  while (keptCount < drafts.length && !isAbsorbed(drafts[keptCount])) keptCount++
  // Often, no maneuvers were joined, so nothing has to be removed.
  if (keptCount === drafts.length) return
  for (let i = keptCount; i < drafts.length; i++) if (!isAbsorbed(drafts[i])) drafts[keptCount++] = drafts[i]
  drafts.length = keptCount
}

export function hasSameName({ names, network }: GuidanceSource, a: DraftStep, b: DraftStep): boolean {
  const { road } = network.edges
  return names.continuesName(road[a.nameSide >> 1], road[b.nameSide >> 1])
}
