import { RoadFlag } from '../../network/attributes.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { TurnKind } from '../maneuver-code.ts'
import { type ManeuverType, modifiers, type Step } from '../step.ts'
import { lanesInto } from './lanes.ts'
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

const wholeDegrees = (bearing: number): number => Math.round(bearing) % 360

export function toStep(source: GuidanceSource, leg: RouteLeg, stretch: Stretch): Step {
  const { network } = source
  const { edges, roads, nodes } = network
  const { sign, role, rotarySign } = stretch
  const road = edges.road[sign >> 1]
  const side = network.arcs.edgeSide[leg.arcs[stretch.firstArc]]
  const node = side & 1 ? edges.to[side >> 1] : edges.from[side >> 1]
  const rotary = rotarySign === -1 ? -1 : edges.road[rotarySign >> 1]
  return {
    type: role === 'turn' ? typeOfKind[stretch.kind] : role,
    modifier: role === 'turn' ? modifiers[stretch.direction] : undefined,
    exit: stretch.exit,
    firstArc: stretch.firstArc,
    name: roads.name[road],
    ref: roads.ref[road],
    rotaryName: rotary === -1 ? 0 : roads.rotaryName[rotary] || roads.name[rotary],
    pronunciation: roads.pronunciation[road],
    destinations: roads.destinations[2 * road + (sign & 1)],
    exits: roads.exits[road] || (stretch.kind === TurnKind.offRamp ? nodes.exit[node] : 0),
    lanes: lanesInto(source, leg, stretch),
    bearingBefore: wholeDegrees(stretch.bearingIn),
    bearingAfter: wholeDegrees(stretch.bearingOut),
    leftHandTraffic: (roads.flags[road] & RoadFlag.leftHandTraffic) !== 0,
  }
}
