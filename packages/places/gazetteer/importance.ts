import type { PlaceKind } from '../index/record.ts'
import type { GeoNamesPlace } from './geonames.ts'

/** Ten million people give about 0.93, a thousand 0.4. */
function ofPopulation(population: number): number {
  return Math.log10(Math.max(100, population)) / 7.5
}

const seats: Readonly<Record<string, number>> = { PPLC: 0.08, PPLG: 0.05, PPLA: 0.04, PPLA2: 0.015, PPLA3: 0.005 }
const gone = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

export function placeImportance({ population, featureCode }: GeoNamesPlace): number {
  const base = ofPopulation(population) + (seats[featureCode] ?? 0)
  if (gone.has(featureCode)) return base * 0.6
  // Users mean a section of a city less often than a town of the same size.
  return Math.min(0.97, featureCode === 'PPLX' ? base * 0.85 : base)
}

/** Ranks a region below the city it is named after, because users usually mean the city. */
export function regionImportance(population: number): number {
  return ofPopulation(population) * 0.84
}

export function countryImportance(population: number): number {
  return Math.min(1, ofPopulation(population) + 0.1)
}

export function placeKind({ population, featureCode }: GeoNamesPlace): PlaceKind {
  if (featureCode === 'PPLX') return 'suburb'
  if (featureCode === 'PPLC' || population >= 100_000) return 'city'
  return featureCode === 'PPLA' || population >= 10_000 ? 'town' : 'village'
}
