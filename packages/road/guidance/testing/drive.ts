import type { RoadNetwork } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { buildSteps } from '../build-steps.ts'
import type { Step } from '../step.ts'
import { drawNetwork } from './draw-network.ts'
import { findLeg, findPlaces } from './find-route.ts'
import type { MapSource } from './map-source.ts'

/** The instructions between points of a drawn map. */
export interface Drive {
  /** The streets of the steps, including the arrival. */
  readonly streets: string
  /** The maneuvers of the steps, e.g. "depart, turn right, arrive". */
  readonly told: string
  readonly steps: readonly Step[]
  readonly network: RoadNetwork
}

export function drive(map: MapSource, ...stops: readonly string[]): Drive {
  const { network, index } = drawNetwork(map)
  const places = stops.map((stop) => findPlaces(network, map.points.get(stop) ?? [0, 0]))
  const legs: RouteLeg[] = []
  for (let i = 1; i < places.length; i++) {
    const leg = findLeg(network, places[i - 1], places[i])
    if (leg === undefined) throw new Error(`no route from ${stops[i - 1]} to ${stops[i]}`)
    legs.push(leg)
  }
  const steps = buildSteps(network, index, legs).flat()
  return {
    streets: steps.map(({ name }) => readText(network.texts, name)).join(', '),
    told: steps.map((step) => maneuverOf(network, step)).join(', '),
    steps,
    network,
  }
}

function maneuverOf({ texts }: RoadNetwork, { type, modifier, exit, rotaryName }: Step): string {
  const words = [rotaryName === 0 ? type : `${type} ${readText(texts, rotaryName)}`]
  if (modifier !== undefined && (exit === 0 || type === 'roundabout turn' || type.startsWith('exit')))
    words.push(modifier)
  if (exit > 0 && !type.startsWith('exit')) words.push(`exit ${exit}`)
  return words.join(' ')
}
