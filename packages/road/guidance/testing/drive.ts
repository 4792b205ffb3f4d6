import type { RoadNetwork } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { buildSteps } from '../build-steps.ts'
import type { Step } from '../step.ts'
import { buildDrawnNetwork } from './draw-network.ts'
import { findLeg, findNearestPositions } from './find-route.ts'
import type { DrawnMap } from './map-source.ts'

/** The instructions between points of a drawn map. */
export interface DrivenRoute {
  /** Streets of the steps, including the arrival. */
  readonly streets: string
  /** Maneuvers of the steps, for example "depart, turn right, arrive". */
  readonly maneuvers: string
  readonly steps: readonly Step[]
  readonly network: RoadNetwork
}

export function driveRoute(map: DrawnMap, ...stops: readonly string[]): DrivenRoute {
  const { network, index } = buildDrawnNetwork(map)
  const positions = stops.map((stop) => findNearestPositions(network, map.points.get(stop) ?? [0, 0]))
  const legs: RouteLeg[] = []
  for (let i = 1; i < positions.length; i++) {
    const leg = findLeg(network, positions[i - 1], positions[i])
    if (leg === undefined) throw new Error(`no route from ${stops[i - 1]} to ${stops[i]}`)
    legs.push(leg)
  }
  const steps = buildSteps(network, index, legs).flat()
  return {
    streets: steps.map(({ name }) => readText(network.texts, name)).join(', '),
    maneuvers: steps.map((step) => describeManeuver(network, step)).join(', '),
    steps,
    network,
  }
}

function describeManeuver({ texts }: RoadNetwork, { type, modifier, exit, rotaryName }: Step): string {
  const words = [rotaryName === 0 ? type : `${type} ${readText(texts, rotaryName)}`]
  if (modifier !== undefined && (exit === 0 || type === 'roundabout turn' || type.startsWith('exit')))
    words.push(modifier)
  if (exit > 0 && !type.startsWith('exit')) words.push(`exit ${exit}`)
  return words.join(' ')
}
