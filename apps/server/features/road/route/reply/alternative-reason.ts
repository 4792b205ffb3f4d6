import { OwnRoads, type PlannedLeg } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'

/** Names an alternative by the road that it follows longest and that the best route does not use. */
export class WhyAnother {
  private readonly roads = new OwnRoads()

  compareWith({ map }: Region, best: readonly PlannedLeg[]): void {
    this.roads.compareWith(map.network, best)
  }

  tell({ map, texts }: Region, legs: readonly PlannedLeg[]): string {
    const longest = this.roads.longestOf(map.network, legs)
    return longest === 0 ? 'another route' : `via ${texts.get(longest)}`
  }
}
