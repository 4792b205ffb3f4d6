import { Drive } from '../../network/metric-snapshot.ts'
import type { RoadNetwork } from '../../network/network.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { TurnKind } from '../maneuver-code.ts'
import { type ManeuverType, modifiers, type Step, travelModes } from '../step.ts'
import { lanesInto } from './lanes.ts'
import { RoadNote } from './road-notes.ts'
import type { GuidanceSource, Stretch } from './stretch.ts'

const typeOfKind: Readonly<Record<TurnKind, ManeuverType>> = {
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

function wholeDegrees(bearing: number): number {
  const rounded = Math.round(bearing)
  return rounded === 360 ? 0 : rounded
}

export function toStep(source: GuidanceSource, leg: RouteLeg, stretch: Stretch): Step {
  const { network, notes } = source
  const { edges, roads } = network
  const { sign, role, rotarySign, firstArc } = stretch
  const road = edges.road[sign >> 1]
  const begin = edges.road[network.arcs.drive[leg.arcs[firstArc] * Drive.SIZE + Drive.EDGE_SIDE] >> 1]
  const has = notes[road]
  const rotary = rotarySign === -1 ? -1 : edges.road[rotarySign >> 1]
  return {
    type: role === 'turn' ? typeOfKind[stretch.kind] : role,
    modifier: role === 'turn' ? modifiers[stretch.direction] : undefined,
    exit: stretch.exit,
    firstArc,
    road,
    name: roads.name[road],
    ref: has & RoadNote.ref ? roads.ref[road] : 0,
    rotaryName: rotary === -1 ? 0 : roads.rotaryName[rotary] || roads.name[rotary],
    pronunciation: has & RoadNote.pronunciation ? roads.pronunciation[road] : 0,
    destinations: has & RoadNote.destinations ? roads.destinations[2 * road + (sign & 1)] : 0,
    exits: has & RoadNote.exits ? roads.exits[road] : exitOf(network, leg, stretch),
    lanes: lanesInto(source, leg, stretch),
    bearingBefore: wholeDegrees(stretch.bearingIn),
    bearingAfter: wholeDegrees(stretch.bearingOut),
    leftHandTraffic: (has & RoadNote.leftHandTraffic) !== 0,
    mode: notes[begin] & RoadNote.carried ? travelModes[roads.mode[begin]] : 'driving',
    isMotorway: (notes[begin] & RoadNote.motorway) !== 0,
  }
}

/** The motorway exit number is tagged on the exit node. */
function exitOf({ arcs, edges, nodes }: RoadNetwork, leg: RouteLeg, { kind, firstArc }: Stretch): number {
  if (kind !== TurnKind.offRamp) return 0
  const side = arcs.edgeSide[leg.arcs[firstArc]]
  return nodes.exit[side & 1 ? edges.to[side >> 1] : edges.from[side >> 1]]
}
