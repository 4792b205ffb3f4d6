import type { RoadMetric } from '../../map.ts'
import type { RoadNetwork } from '../../network/network.ts'

const networks = new WeakMap<Uint32Array, RoadNetwork>()

/** Returns the network with the durations of a metric's profile, which replies and matrices use. */
export function withArcDurations(network: RoadNetwork, { arcDuration }: Pick<RoadMetric, 'arcDuration'>): RoadNetwork {
  if (!arcDuration) return network
  const cached = networks.get(arcDuration)
  if (cached) return cached
  const modeledNetwork = withDurations(network, arcDuration)
  networks.set(arcDuration, modeledNetwork)
  return modeledNetwork
}

export function withDurations(network: RoadNetwork, duration: Uint32Array): RoadNetwork {
  return { ...network, arcs: { ...network.arcs, duration, modeledDuration: duration } }
}
