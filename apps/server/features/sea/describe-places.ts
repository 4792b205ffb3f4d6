import type { Passage } from '@fairway/sea'
import type { PlaceDescription } from './voyage-job.ts'

const MAX_LISTED_PLACES = 5

/** Formats a place, such as "NLRTM (Netherlands)" or "Dover (Delaware, United States)". */
export function describePlace({ code, name, region, country }: PlaceDescription): string {
  const area = [code === undefined ? region : '', country].filter((part) => part !== '').join(', ')
  return `${code ?? name} (${area})`
}

export function formatPlaceList(places: readonly PlaceDescription[]): string {
  return places.slice(0, MAX_LISTED_PLACES).map(describePlace).join(', ')
}

export function describeOtherMatches(
  field: string,
  input: string,
  bestPlace: PlaceDescription,
  otherPlaces: readonly PlaceDescription[],
): string {
  return `${field} is ${JSON.stringify(input)}, which was interpreted as ${describePlace(bestPlace)}; other ports with that name: ${formatPlaceList(otherPlaces)}`
}

export function describePassageChosen(field: string, input: string, passage: Passage, port: PlaceDescription): string {
  return `${field} is ${JSON.stringify(input)}, which was interpreted as the passage ${passage.name}, which the voyage passes through without a stop; for the port, use ${port.code}`
}

export function describePortChosen(field: string, input: string, passage: Passage, port: PlaceDescription): string {
  return `${field} is ${JSON.stringify(input)}, which was interpreted as the port ${describePlace(port)}, where the ship stops; for the passage ${passage.name}, use ${JSON.stringify(passage.id)}`
}
