import {
  type DetailName,
  type JsonWriter,
  listDetailRuns,
  type PlannedLeg,
  type RoadNetwork,
  type RouteShape,
} from '@fairway/road'

const encoder = new TextEncoder()

/** Writes the requested attributes along the line. */
export function writeDetails(
  json: JsonWriter,
  network: RoadNetwork,
  legs: readonly PlannedLeg[],
  shape: RouteShape,
  names: readonly DetailName[],
): void {
  const details = Object.fromEntries(
    names.map((name) => {
      const runs = listDetailRuns(network, legs, shape, name)
      return [name, runs.map(({ from, to, value }) => ({ geometry_range: [from, to], value }))]
    }),
  )
  json.raw(encoder.encode(`,"details":${JSON.stringify(details)}`))
}
