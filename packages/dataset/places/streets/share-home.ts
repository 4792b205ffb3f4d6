import { flatDistanceMeters } from '@fairway/geo'
import type { StreetHouse, StreetPoint } from './settle-postcodes.ts'

/** Longer streets may lead from one village to the next. */
const SHORT_METERS = 1500

/** A house whose settlement may be a guess. */
export interface GuessedHouse extends StreetHouse {
  /** Whether its address names the town. */
  readonly namesTown: boolean
}

export interface SharedHomes {
  readonly houses: readonly StreetHouse[]
  readonly homeAt: (point: StreetPoint) => number
}

/**
 * Without a mapped border, the boundary between two villages is a guess. A short street is therefore not split there
 * but assigned to the village that contains most of it. `isDrawn` returns whether an area has a border.
 */
export function shareHome(
  houses: readonly GuessedHouse[],
  points: readonly StreetPoint[],
  homeAt: (point: StreetPoint) => number,
  isDrawn: (home: number) => boolean,
): SharedHomes {
  if (diagonalMeters([...houses, ...points]) > SHORT_METERS) return { houses, homeAt }
  const votes = new Map<number, number>()
  const vote = (home: number): void => void votes.set(home, (votes.get(home) ?? 0) + 1)
  const isGuess = (house: GuessedHouse) => !house.namesTown && !isDrawn(house.home)
  for (const house of houses) vote(house.home)
  for (const point of points) vote(homeAt(point))
  const candidates = [...votes].filter(([home]) => !isDrawn(home))
  if (candidates.length < 2) return { houses, homeAt }
  const [most] = candidates.reduce((best, one) => (one[1] > best[1] ? one : best))
  return {
    houses: houses.map((house) => (isGuess(house) ? { ...house, home: most } : house)),
    homeAt(point) {
      const home = homeAt(point)
      return isDrawn(home) ? home : most
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
