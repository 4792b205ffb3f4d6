import type { RoadNetwork } from '../network/network.ts'
import type { TrafficDurations } from '../traffic/traffic-weights.ts'
import { type CarWeights, type Closures, carWeights, type TravelProfile } from './car-weights.ts'
import { withResponse } from './grades.ts'
import { applyModel } from './model/apply-model.ts'
import { withDurations } from './model/modeled-network.ts'

export interface ProfileWeights {
  readonly weights: CarWeights
  readonly arcDuration?: Uint32Array
}

/**
 * Computes the weights of a profile. `getTraffic` returns the traffic on a network with the durations of the profile.
 */
export function profileWeights(
  network: RoadNetwork,
  profile: TravelProfile,
  closures: Closures,
  getTraffic?: (network: RoadNetwork) => TrafficDurations,
): ProfileWeights {
  const { model } = profile
  const graded = model?.grades ? withResponse(network, model.grades) : network
  const modeled = model && applyModel(graded, model.rules)
  const ownNetwork = modeled ? withWeights(withDurations(network, modeled.duration), modeled.weight) : network
  const traffic = getTraffic?.(ownNetwork)
  const closed = closures.arcs.slice()
  for (const other of [modeled?.excluded, traffic?.closed]) if (other) mergeClosures(closed, other)
  const weights = carWeights(ownNetwork, profile, { arcs: closed, turns: closures.turns }, traffic?.duration)
  return { weights, ...(modeled && { arcDuration: modeled.duration }) }
}

function withWeights(network: RoadNetwork, weight: Uint32Array): RoadNetwork {
  return { ...network, arcs: { ...network.arcs, weight } }
}

function mergeClosures(closed: Uint8Array, addedClosures: Uint8Array): void {
  for (let arc = 0; arc < closed.length; arc++) closed[arc] |= addedClosures[arc]
}
