import type { Metric } from './cch/metric.ts'
import type { Topology } from './cch/topology.ts'
import type { GuidanceIndex } from './guidance/guidance-index.ts'
import type { RoadNetwork } from './network/network.ts'
import type { CarWeights } from './profiles/car-weights.ts'
import type { SnapIndex } from './snap/snap-index.ts'

/** All engine data of a dataset. The data is immutable and shared by all threads. */
export interface RoadMap {
  readonly network: RoadNetwork
  readonly snapIndex: SnapIndex
  readonly topology: Topology
  readonly guidance: GuidanceIndex
}

/** The weights of one vehicle profile at one time. */
export interface RoadMetric {
  readonly weights: CarWeights
  readonly hierarchy: Metric
  /** Free-flow duration of every arc. Set only if the profile has its own speeds; see withArcDurations. */
  readonly arcDuration?: Uint32Array | undefined
}
