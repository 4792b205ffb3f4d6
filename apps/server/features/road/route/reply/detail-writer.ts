import {
  type DetailName,
  type JsonWriter,
  listDetailRuns,
  listTollRuns,
  listTollSections,
  type PlannedLeg,
  type RoadNetwork,
  type RouteShape,
  sumTolls,
  type TravelProfile,
  tollClassOf,
} from '@fairway/road'

const encoder = new TextEncoder()

/** Writes the requested attributes along the line. With `toll`, also writes the toll sections and their totals. */
export function writeDetails(
  json: JsonWriter,
  network: RoadNetwork,
  legs: readonly PlannedLeg[],
  shape: RouteShape,
  names: readonly DetailName[],
  profile: TravelProfile,
): void {
  const sections = names.includes('toll') ? listTollSections(network, legs, shape, tollClassOf(profile)) : []
  const listRuns = (name: DetailName) =>
    name === 'toll' ? listTollRuns(sections, shape.length) : listDetailRuns(network, legs, shape, name)
  const details = Object.fromEntries(
    names.map((name) => [name, listRuns(name).map(({ from, to, ...run }) => ({ geometry_range: [from, to], ...run }))]),
  )
  json.raw(encoder.encode(`,"details":${JSON.stringify(details)}`))
  if (names.includes('toll')) json.raw(encoder.encode(`,"tolls":${JSON.stringify(toTollsReply(sections))}`))
}

function toTollsReply(sections: ReturnType<typeof listTollSections>) {
  const { amounts, sectionsWithoutAmount } = sumTolls(sections)
  return {
    amounts,
    sections_without_amount: sectionsWithoutAmount,
    sections: sections.map((section) => ({
      geometry_range: [section.from, section.to],
      name: section.name,
      distance_km: Math.round(section.meters) / 1000,
      amounts: section.amounts,
    })),
  }
}
