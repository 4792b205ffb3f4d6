import type { RoadStep } from './road-route.ts'

type MetersByRoad = ReadonlyMap<string, number>
type Steps = readonly Pick<RoadStep, 'name' | 'ref' | 'distance_m'>[]

/**
 * Writes route summaries from the roads that cover most of the distance. If several routes would have the same summary,
 * each of their summaries includes a distinctive road.
 */
export function writeSummaries(routes: readonly Steps[], language: string): string[] {
  const roads = routes.map(sumMetersByRoad)
  const mainRoads = roads.map(findMainRoads)
  const formatNames = (names: readonly string[]) => joinNames(names, language)
  return mainRoads.map((main, index) => {
    const sameNameRoutes = roads.filter(
      (_, otherIndex) => otherIndex !== index && formatNames(mainRoads[otherIndex] ?? []) === formatNames(main),
    )
    const routeRoads = roads[index]
    const distinctRoad =
      routeRoads && sameNameRoutes.length > 0 ? findMostDistinctRoad(routeRoads, sameNameRoutes) : undefined
    const [first] = main
    // Two names are enough. With three names, the second would be a road that the routes share.
    return formatNames(
      distinctRoad === undefined || distinctRoad === first ? main : [...main.slice(0, 1), distinctRoad],
    )
  })
}

function sumMetersByRoad(steps: Steps): MetersByRoad {
  const lengths = new Map<string, number>()
  for (const { name, ref, distance_m } of steps) {
    const road = ref ?? name
    if (road !== '') lengths.set(road, (lengths.get(road) ?? 0) + distance_m)
  }
  return lengths
}

function findMainRoads(roads: MetersByRoad): string[] {
  const [bestRoad, second] = [...roads].sort((a, b) => b[1] - a[1])
  if (!bestRoad) return []
  return second && second[1] > bestRoad[1] / 2 ? [bestRoad[0], second[0]] : [bestRoad[0]]
}

/** Returns the road whose length on this route exceeds its length on every other route by the largest margin. */
function findMostDistinctRoad(roads: MetersByRoad, otherRoutes: readonly MetersByRoad[]): string | undefined {
  let [name, maxMeters]: [string | undefined, number] = [undefined, 0]
  for (const [road, meters] of roads) {
    const marginMeters = meters - Math.max(...otherRoutes.map((otherRoads) => otherRoads.get(road) ?? 0))
    if (marginMeters > maxMeters) [name, maxMeters] = [road, marginMeters]
  }
  return name
}

const listFormats = new Map<string, Intl.ListFormat>()

function joinNames(names: readonly string[], language: string): string {
  const listFormat = listFormats.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction' })
  listFormats.set(language, listFormat)
  return listFormat.format(names)
}
