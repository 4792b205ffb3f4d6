import { DistinctiveRoads, type PlannedLeg } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'

/** Names an alternative by the road that it follows longest and that the best route does not use. */
export class AlternativeReason {
  private readonly distinctRoads = new DistinctiveRoads()

  setBestRoute({ map }: Pick<Region, 'map'>, best: readonly PlannedLeg[]): void {
    this.distinctRoads.compareWith(map.network, best)
  }

  describe({ map, strings }: Pick<Region, 'map' | 'strings'>, legs: readonly PlannedLeg[]): string {
    const longestRoad = this.distinctRoads.longestOf(map.network, legs)
    return longestRoad === 0 ? 'another route' : `via ${strings.get(longestRoad)}`
  }
}
