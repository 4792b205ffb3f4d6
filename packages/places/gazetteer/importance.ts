import type { PlaceKind } from '../index/record.ts'
import type { GeoNamesPlace } from './geonames.ts'

/** Returns the importance for a population. Ten million people give about 0.93, and one thousand people give 0.4. */
function importanceOfPopulation(population: number): number {
  return Math.log10(Math.max(100, population)) / 7.5
}

const capitalBonuses: Readonly<Record<string, number>> = {
  PPLC: 0.08,
  PPLG: 0.05,
  PPLA: 0.04,
  PPLA2: 0.015,
  PPLA3: 0.005,
}
const historicalCodes = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

export function computePlaceImportance({ population, featureCode }: GeoNamesPlace): number {
  const base = importanceOfPopulation(population) + (capitalBonuses[featureCode] ?? 0)
  if (historicalCodes.has(featureCode)) return base * 0.6
  // Users mean a section of a city less often than a town of the same size.
  return Math.min(0.97, featureCode === 'PPLX' ? base * 0.85 : base)
}

/**
 * Returns the importance of a region. A region ranks below the city with the same name, because users usually mean the
 * city.
 */
export function computeRegionImportance(population: number): number {
  return importanceOfPopulation(population) * 0.84
}

export function computeCountryImportance(population: number): number {
  return Math.min(1, importanceOfPopulation(population) + 0.1)
}

export function toPlaceKind({ population, featureCode }: GeoNamesPlace): PlaceKind {
  if (featureCode === 'PPLX') return 'suburb'
  if (featureCode === 'PPLC' || population >= 100_000) return 'city'
  return featureCode === 'PPLA' || population >= 10_000 ? 'town' : 'village'
}
