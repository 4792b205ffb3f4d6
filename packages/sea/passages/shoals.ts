import { parseGate } from './passage.ts'

/**
 * Lines that no ship can cross although the map has water there: banks and reefs, from shore to shore. Always closed.
 */
export const shoals = [
  // Palk Strait and Adam's Bridge.
  '9.45,78.9 8.95,80.1',
  // Great Bahama Bank: Andros to Cuba's cays and to Long Island; Bimini to Andros.
  '24.8,-77.9 25.7,-79.28',
  '24.0,-77.7 22.9,-79.0',
  '22.9,-79.0 22.35,-77.6',
  '22.35,-77.6 22.2,-75.9',
  '22.2,-75.9 23.0,-75.1',
  // Little Bahama Bank.
  '26.6,-78.6 27.3,-78.6',
  // Niagara Falls.
  '43.1,-79.14 43.06,-78.98',
  // The Euripus Strait under its bridge, and Limfjord, which only small ships use.
  '38.46,23.55 38.47,23.63',
].map(parseGate)
