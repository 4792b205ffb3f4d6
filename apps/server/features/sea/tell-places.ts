import type { Passage } from '@fairway/sea'
import type { ToldPlace } from './voyage-job.ts'

const MAX_TOLD = 5

/** Formats a place: "NLRTM (Netherlands)", "Dover (Delaware, United States)". */
export function tellPlace({ code, name, region, country }: ToldPlace): string {
  const area = [code === undefined ? region : '', country].filter((part) => part !== '').join(', ')
  return `${code ?? name} (${area})`
}

export function listPlaces(places: readonly ToldPlace[]): string {
  return places.slice(0, MAX_TOLD).map(tellPlace).join(', ')
}

export function tellOthers(field: string, given: string, best: ToldPlace, others: readonly ToldPlace[]): string {
  return `${field} names ${JSON.stringify(given)}, interpreted as ${tellPlace(best)}; other ports of that name: ${listPlaces(others)}`
}

export function tellPassageTaken(field: string, given: string, passage: Passage, port: ToldPlace): string {
  return `${field} names ${JSON.stringify(given)}, interpreted as the passage ${passage.name}, which the voyage passes through without a stop; for the port, use ${port.code}`
}

export function tellPortTaken(field: string, given: string, passage: Passage, port: ToldPlace): string {
  return `${field} names ${JSON.stringify(given)}, interpreted as the port ${tellPlace(port)}, where the ship calls; for the passage ${passage.name}, use ${JSON.stringify(passage.id)}`
}
