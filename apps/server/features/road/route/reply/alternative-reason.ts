import { DistinctiveRoads, type RoadMap, type TextCache } from '@fairway/road'

interface NamedRoads {
  readonly map: Pick<RoadMap, 'network'>
  readonly strings: Pick<TextCache, 'get'>
}
type Legs = Parameters<DistinctiveRoads['listOf']>[1]

/** Minimum length of a road relative to the longest road. Shorter roads do not describe an alternative. */
const MIN_SHARE_OF_LONGEST = 0.25

/**
 * Names an alternative after the longest of its roads that the best route does not use. All alternatives of a route
 * have different names.
 */
export class AlternativeReason {
  private readonly distinctRoads = new DistinctiveRoads()
  private readonly usedNames = new Set<string>()

  setBestRoute({ map }: Pick<NamedRoads, 'map'>, bestLegs: Legs): void {
    this.usedNames.clear()
    this.distinctRoads.compareWith(map.network, bestLegs)
  }

  describe({ map, strings }: NamedRoads, legs: Legs): string {
    const roads = this.distinctRoads
      .listOf(map.network, legs)
      .map(({ name, lengthCm }) => ({ name: strings.get(name), lengthCm }))
    let unnamedCount = 0
    while (this.usedNames.has(unnamedAlternative(unnamedCount))) unnamedCount++
    const name =
      listNames(roads).find((candidate) => !this.usedNames.has(candidate)) ?? unnamedAlternative(unnamedCount)
    this.usedNames.add(name)
    return name
  }
}

/** Returns the name of an alternative without a distinctive road. `index` counts such alternatives. */
export function unnamedAlternative(index: number): string {
  return index === 0 ? 'another route' : `another route (${index + 1})`
}

/** Lists possible names, best first. */
function listNames(roads: readonly { readonly name: string; readonly lengthCm: number }[]): string[] {
  const [longestRoad, ...otherRoads] = roads
  if (longestRoad === undefined) return []
  const isLong = ({ lengthCm }: { readonly lengthCm: number }) =>
    lengthCm >= MIN_SHARE_OF_LONGEST * longestRoad.lengthCm
  return [
    ...roads.filter(isLong).map(({ name }) => `via ${name}`),
    ...otherRoads.map(({ name }) => `via ${longestRoad.name} and ${name}`),
  ]
}
