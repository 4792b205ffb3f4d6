import { RoadClass, RoadFlag } from '../../network/attributes.ts'
import { DriveRecord } from '../../network/drive-column.ts'
import type { RoadNetwork, RoadTable } from '../../network/network.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { findSideOfEdge } from '../../snap/side-of-street.ts'
import { TurnKind } from '../maneuver-code.ts'
import { type ManeuverType, maneuverModifiers, type PathKind, type Step, travelModes } from '../step.ts'
import type { DraftStep, GuidanceSource } from './draft-step.ts'
import { bearingFrom, bearingInto } from './end-bearings.ts'
import { findLanesInto } from './lanes.ts'
import { RoadAttribute } from './road-notes.ts'

const maneuverTypeByKind: Readonly<Record<TurnKind, ManeuverType>> = {
  [TurnKind.none]: 'continue',
  [TurnKind.silent]: 'continue',
  [TurnKind.newName]: 'new name',
  [TurnKind.continue]: 'continue',
  [TurnKind.turn]: 'turn',
  [TurnKind.merge]: 'merge',
  [TurnKind.onRamp]: 'on ramp',
  [TurnKind.offRamp]: 'off ramp',
  [TurnKind.fork]: 'fork',
  [TurnKind.endOfRoad]: 'end of road',
  [TurnKind.notification]: 'notification',
  [TurnKind.sliproad]: 'turn',
  [TurnKind.enterRoundabout]: 'roundabout',
  [TurnKind.enterRoundaboutAtExit]: 'roundabout',
  [TurnKind.touchRoundabout]: 'exit roundabout',
  [TurnKind.exitRoundabout]: 'exit roundabout',
  [TurnKind.enterRotary]: 'rotary',
  [TurnKind.enterRotaryAtExit]: 'rotary',
  [TurnKind.touchRotary]: 'exit rotary',
  [TurnKind.exitRotary]: 'exit rotary',
  [TurnKind.enterRoundaboutTurn]: 'roundabout turn',
  [TurnKind.enterRoundaboutTurnAtExit]: 'roundabout turn',
  [TurnKind.touchRoundaboutTurn]: 'roundabout turn',
  [TurnKind.exitRoundaboutTurn]: 'exit roundabout',
  [TurnKind.passExit]: 'continue',
}

function roundDegrees(bearing: number): number {
  const roundedValue = Math.round(bearing)
  return roundedValue === 360 ? 0 : roundedValue
}

export function toStep(source: GuidanceSource, leg: RouteLeg, draft: DraftStep): Step {
  const { network, roadAttributes } = source
  const { edges, roads } = network
  const { nameSide, role, rotaryNameSide, firstArc } = draft
  const road = edges.road[nameSide >> 1]
  const firstSide = network.arcs.drive[leg.arcs[firstArc] * DriveRecord.SIZE + DriveRecord.EDGE_SIDE]
  const firstRoad = edges.road[firstSide >> 1]
  const attributes = roadAttributes[road]
  const rotary = rotaryNameSide === -1 ? -1 : edges.road[rotaryNameSide >> 1]
  return {
    type: role === 'turn' ? maneuverTypeByKind[draft.kind] : role,
    modifier:
      role === 'turn'
        ? maneuverModifiers[draft.direction]
        : role === 'arrive'
          ? findArrivalSide(network, leg)
          : undefined,
    exit: draft.exitNumber,
    firstArc,
    road,
    name: roads.name[road],
    ref: attributes & RoadAttribute.ref ? roads.ref[road] : 0,
    rotaryName: rotary === -1 ? 0 : roads.rotaryName[rotary] || roads.name[rotary],
    pronunciation: attributes & RoadAttribute.pronunciation ? roads.pronunciation[road] : 0,
    destinations: attributes & RoadAttribute.destinations ? roads.destinations[2 * road + (nameSide & 1)] : 0,
    exits: attributes & RoadAttribute.exits ? roads.exits[road] : findExitNumber(network, leg, draft),
    lanes: findLanesInto(source, leg, draft),
    bearingBefore: roundDegrees(findBearingBefore(network, leg, draft)),
    bearingAfter: roundDegrees(findBearingAfter(network, leg, draft)),
    leftHandTraffic: (attributes & RoadAttribute.leftHandTraffic) !== 0,
    mode:
      roadAttributes[firstRoad] & RoadAttribute.notDriven
        ? travelModes[roads.mode[2 * firstRoad + (firstSide & 1)]]
        : 'driving',
    pathKind: attributes & RoadAttribute.notDriven ? findPathKind(roads, road) : undefined,
    isMotorway: (roadAttributes[firstRoad] & RoadAttribute.motorway) !== 0,
  }
}

function findBearingBefore(
  network: RoadNetwork,
  { arcs, startFraction, endFraction }: RouteLeg,
  draft: DraftStep,
): number {
  if (draft.role !== 'arrive') return draft.bearingIn
  const last = arcs.length - 1
  const from = last === 0 ? startFraction : 0
  return bearingInto(network, arcs[last], from, endFraction) ?? draft.bearingIn
}

function findBearingAfter(
  network: RoadNetwork,
  { arcs, startFraction, endFraction }: RouteLeg,
  draft: DraftStep,
): number {
  if (draft.role !== 'depart') return draft.bearingOut
  return bearingFrom(network, arcs, startFraction, endFraction, draft.meters) ?? draft.bearingOut
}

const pathKindByClass = new Map<number, PathKind>([
  [RoadClass.footway, 'footpath'],
  [RoadClass.cycleway, 'cycle path'],
  [RoadClass.path, 'path'],
  [RoadClass.steps, 'stairs'],
])

function findPathKind({ roadClass, flags }: RoadTable, road: number): PathKind | undefined {
  return (flags[road] & RoadFlag.crossing) !== 0 ? 'crossing' : pathKindByClass.get(roadClass[road])
}

/**
 * Returns the side of the street on which the destination lies. Returns undefined if the destination is on the road,
 * straight ahead or far away.
 */
function findArrivalSide({ arcs }: RoadNetwork, { arcs: path, end }: RouteLeg): 'left' | 'right' | undefined {
  const edgeSide = end && findSideOfEdge(end)
  if (edgeSide === undefined) return undefined
  const isReversed = (arcs.edgeSide[path[path.length - 1]] & 1) === 1
  return (edgeSide === 'right') !== isReversed ? 'right' : 'left'
}

/** Returns the motorway exit number, which is tagged on the exit node. */
function findExitNumber({ arcs, edges, nodes }: RoadNetwork, leg: RouteLeg, { kind, firstArc }: DraftStep): number {
  if (kind !== TurnKind.offRamp) return 0
  const edgeSide = arcs.edgeSide[leg.arcs[firstArc]]
  return nodes.exit[edgeSide & 1 ? edges.to[edgeSide >> 1] : edges.from[edgeSide >> 1]]
}
