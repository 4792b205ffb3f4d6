import { RoadClass, RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { DomainArea } from './domain-area.ts'
import { type OddFeature, type OddMask, type OddRoadClass, oddFeatures, type RuleViolation } from './model.ts'
import { UnprotectedTurns } from './turns-across.ts'

/** The domain class of each road class. Unlisted classes (ferries, trains, squares) are in no domain. */
const classNames: ReadonlyMap<number, OddRoadClass> = new Map([
  [RoadClass.motorway, 'motorway'],
  [RoadClass.motorwayLink, 'motorway'],
  [RoadClass.trunk, 'trunk'],
  [RoadClass.trunkLink, 'trunk'],
  [RoadClass.primary, 'primary'],
  [RoadClass.primaryLink, 'primary'],
  [RoadClass.secondary, 'secondary'],
  [RoadClass.secondaryLink, 'secondary'],
  [RoadClass.tertiary, 'tertiary'],
  [RoadClass.tertiaryLink, 'tertiary'],
  [RoadClass.unclassified, 'unclassified'],
  [RoadClass.residential, 'residential'],
  [RoadClass.livingStreet, 'living_street'],
  [RoadClass.service, 'service'],
  [RoadClass.track, 'track'],
])

type RoadFeature = Exclude<OddFeature, 'unprotected_turns'>
const featureFlags: Readonly<Record<RoadFeature, number>> = {
  tunnels: RoadFlag.tunnel,
  bridges: RoadFlag.bridge,
  unpaved: RoadFlag.unpaved,
  roundabouts: RoadFlag.roundabout | RoadFlag.circular,
}
const observedFeatures: Readonly<Record<RoadFeature, string>> = {
  tunnels: 'a tunnel',
  bridges: 'a bridge',
  unpaved: 'an unpaved road',
  roundabouts: 'a roundabout',
}

/**
 * Determines which roads and turns of a network are inside a domain, and the first rule that other roads and turns
 * violate.
 */
export class DomainRoads {
  readonly area: DomainArea
  private readonly network: RoadNetwork
  private readonly mask: OddMask
  private readonly allowedClasses: ReadonlySet<OddRoadClass>
  private readonly excludedFlags: number
  private readonly unprotectedTurns: UnprotectedTurns | undefined

  constructor(network: RoadNetwork, mask: OddMask, area = new DomainArea(mask.areas)) {
    this.network = network
    this.mask = mask
    this.area = area
    this.allowedClasses = new Set(mask.roads.classes)
    this.excludedFlags = mask.roads.exclude.reduce(
      (flags, feature) => flags | (feature in featureFlags ? flagOf(feature) : 0),
      0,
    )
    this.unprotectedTurns = mask.roads.exclude.includes('unprotected_turns') ? new UnprotectedTurns(network) : undefined
  }

  get judgesTurns(): boolean {
    return this.unprotectedTurns !== undefined
  }

  /** Returns true if a road meets all rules except the area, in both directions. */
  isRoadInside(road: number): boolean {
    const { roadClass, flags } = this.network.roads
    const name = classNames.get(roadClass[road])
    return name !== undefined && this.allowedClasses.has(name) && (flags[road] & this.excludedFlags) === 0
  }

  isTooFast(arc: number): boolean {
    const maxKmh = this.mask.roads.maxSpeedLimitKmh
    return maxKmh !== undefined && speedLimitKmh(this.network, arc) > maxKmh
  }

  /** Returns true if the whole edge is inside. An edge that begins inside but leaves the area is outside. */
  isEdgeInArea(edge: number): boolean {
    return this.area.leavesAreaAt(this.network.edges, edge) < 0
  }

  isTurnInside(arc: number, turn: number): boolean {
    return !this.unprotectedTurns?.isUnprotected(arc, turn)
  }

  /** Returns the first rule that an arc violates. */
  findArcViolation(arc: number): RuleViolation | undefined {
    const { arcs, edges, roads } = this.network
    const edge = arcs.edgeSide[arc] >>> 1
    const road = edges.road[edge]
    if (!this.isEdgeInArea(edge)) return createAreaViolation(this.mask)
    const name = classNames.get(roads.roadClass[road])
    const { classes, maxSpeedLimitKmh, exclude } = this.mask.roads
    if (name === undefined || !this.allowedClasses.has(name)) {
      return {
        rule: 'road_class',
        observed: name ?? describeOtherClass(roads.roadClass[road]),
        allowed: classes.join(', '),
      }
    }
    if (this.isTooFast(arc)) {
      const observedText = `${Math.round(speedLimitKmh(this.network, arc))} km/h`
      return { rule: 'max_speed_limit', observed: observedText, allowed: `up to ${maxSpeedLimitKmh} km/h` }
    }
    const feature = exclude.find(
      (excludedFeature) =>
        excludedFeature !== 'unprotected_turns' && (roads.flags[road] & flagOf(excludedFeature)) !== 0,
    )
    return feature && createFeatureViolation(feature as RoadFeature, exclude)
  }

  findTurnViolation(arc: number, turn: number): RuleViolation | undefined {
    if (this.isTurnInside(arc, turn)) return undefined
    return {
      rule: 'unprotected_turns',
      observed: 'a turn across oncoming traffic without a signal',
      allowed: 'turns with a signal, or without oncoming traffic',
    }
  }
}

function flagOf(feature: OddFeature): number {
  return feature === 'unprotected_turns' ? 0 : featureFlags[feature]
}

export function createAreaViolation({ areas }: Pick<OddMask, 'areas'>): RuleViolation {
  return { rule: 'area', observed: 'outside', allowed: `inside ${areas.map(({ name }) => name).join(' or ')}` }
}

function createFeatureViolation(rule: RoadFeature, exclude: readonly OddFeature[]): RuleViolation {
  const allowedFeatures = oddFeatures.filter((feature) => feature in observedFeatures && !exclude.includes(feature))
  const allowedText = allowedFeatures.length === 0 ? 'plain roads only' : `plain roads, ${allowedFeatures.join(', ')}`
  return { rule, observed: observedFeatures[rule], allowed: allowedText }
}

function describeOtherClass(roadClass: number): string {
  return roadClass === RoadClass.ferry ? 'ferry' : roadClass === RoadClass.train ? 'train' : 'other'
}

/** Returns the highest speed limit on any section of an arc, in km/h. */
export function speedLimitKmh({ arcs }: RoadNetwork, arc: number): number {
  return arcs.speedLimit[arc]
}
