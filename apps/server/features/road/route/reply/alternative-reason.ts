import { DistinctiveRoads, type RoadMap, type TextCache } from '@fairway/road'

interface NamedRoads {
  readonly map: Pick<RoadMap, 'network'>
  readonly strings: Pick<TextCache, 'get'>
}
type Legs = Parameters<DistinctiveRoads['measure']>[1]

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
    this.distinctRoads.measure(map.network, legs)
    const name = this.findUnusedName(listNames(this.distinctRoads, strings)) ?? this.nameWithoutRoad()
    this.usedNames.add(name)
    return name
  }

  private findUnusedName(names: Iterable<string>): string | undefined {
    for (const name of names) if (!this.usedNames.has(name)) return name
    return undefined
  }

  private nameWithoutRoad(): string {
    let index = 0
    while (this.usedNames.has(unnamedAlternative(index))) index++
    return unnamedAlternative(index)
  }
}

/** Returns the name of an alternative without a distinctive road. `index` counts such alternatives. */
export function unnamedAlternative(index: number): string {
  return index === 0 ? 'another route' : `another route (${index + 1})`
}

/** Yields possible names, best first. Usually, only the first one is needed. */
function* listNames(roads: DistinctiveRoads, strings: NamedRoads['strings']): Generator<string> {
  const longestRoad = roads.findLongest()
  if (longestRoad === undefined) return
  const longestName = strings.get(longestRoad.name)
  yield `via ${longestName}`
  const [, ...otherRoads] = roads.list()
  for (const { name, lengthCm } of otherRoads) {
    if (lengthCm >= MIN_SHARE_OF_LONGEST * longestRoad.lengthCm) yield `via ${strings.get(name)}`
  }
  for (const { name } of otherRoads) yield `via ${longestName} and ${strings.get(name)}`
}
