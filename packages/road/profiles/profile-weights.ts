import type { RoadNetwork } from '../network/network.ts'
import type { TrafficDurations } from '../traffic/traffic-weights.ts'
import { type CarWeights, type Closures, carWeights, type TravelProfile } from './car-weights.ts'
import { withGradeResponse } from './grades.ts'
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
  const gradedNetwork = model?.grades ? withGradeResponse(network, model.grades) : network
  const modeledNetwork = model && applyModel(gradedNetwork, model.rules)
  const ownNetwork = modeledNetwork
    ? withWeights(withDurations(network, modeledNetwork.duration), modeledNetwork.weight)
    : network
  const traffic = getTraffic?.(ownNetwork)
  const isArcClosed = closures.arcs.slice()
  for (const other of [modeledNetwork?.excluded, traffic?.closed]) if (other) mergeClosures(isArcClosed, other)
  const weights = carWeights(ownNetwork, profile, { ...closures, arcs: isArcClosed }, traffic?.duration)
  return { weights, ...(modeledNetwork && { arcDuration: modeledNetwork.duration }) }
}

function withWeights(network: RoadNetwork, weight: Uint32Array): RoadNetwork {
  return { ...network, arcs: { ...network.arcs, weight } }
}

function mergeClosures(isArcClosed: Uint8Array, addedClosures: Uint8Array): void {
  for (let arc = 0; arc < isArcClosed.length; arc++) isArcClosed[arc] |= addedClosures[arc]
}
