import { flatDistanceMeters } from '@fairway/geo'
import type { StreetHouse, StreetPoint } from './settle-postcodes.ts'

/** Maximum length of a short street, in meters. Longer streets may connect two villages. */
const MAX_SHORT_STREET_METERS = 1500

/** A house whose settlement may be a guess. */
export interface HouseWithSettlement extends StreetHouse {
  /** Whether the address names the town. */
  readonly namesTown: boolean
}

export interface SettlementAssignment {
  readonly houses: readonly StreetHouse[]
  readonly settlementAt: (point: StreetPoint) => number
}

/**
 * Assigns a short street to the village that contains most of it. Without a mapped border, the boundary between two
 * villages is a guess, so the street is not split there. `isDrawn` returns whether the border of an area is mapped.
 */
export function unifySettlement(
  houses: readonly HouseWithSettlement[],
  points: readonly StreetPoint[],
  settlementAt: (point: StreetPoint) => number,
  isDrawn: (home: number) => boolean,
): SettlementAssignment {
  if (diagonalMeters([...houses, ...points]) > MAX_SHORT_STREET_METERS) return { houses, settlementAt }
  const votesBySettlement = new Map<number, number>()
  const addVote = (home: number): void => void votesBySettlement.set(home, (votesBySettlement.get(home) ?? 0) + 1)
  const isGuessedSettlement = (house: HouseWithSettlement) => !house.namesTown && !isDrawn(house.settlement)
  for (const house of houses) addVote(house.settlement)
  for (const point of points) addVote(settlementAt(point))
  const candidates = [...votesBySettlement].filter(([home]) => !isDrawn(home))
  if (candidates.length < 2) return { houses, settlementAt }
  const [majority] = candidates.reduce((bestCandidate, candidate) =>
    candidate[1] > bestCandidate[1] ? candidate : bestCandidate,
  )
  return {
    houses: houses.map((house) => (isGuessedSettlement(house) ? { ...house, settlement: majority } : house)),
    settlementAt(point) {
      const pointSettlement = settlementAt(point)
      return isDrawn(pointSettlement) ? pointSettlement : majority
    },
  }
}

function diagonalMeters(points: readonly StreetPoint[]): number {
  let [south, north, west, east] = [90, -90, 180, -180]
  for (const { latitude, longitude } of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return flatDistanceMeters(south, west, north, east)
}
