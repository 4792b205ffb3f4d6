import { distanceMeters, longitudeDifference } from '@fairway/geo'
import { type FoundHouse, type NearEntry, nearestHouses, type PlaceIndex, type Position } from '@fairway/places'

/** Neighbors farther away say nothing about this position. */
const NEIGHBOUR_METERS = 200
const NEIGHBOURS = 12
const MAX_GAP = 60
/** How far a house may be from the line between its neighbors. */
const BESIDE_METERS = 40

export interface HouseBetween extends Position {
  readonly distanceMeters: number
  readonly house: FoundHouse
}

interface Numbered {
  readonly number: number
  readonly near: NearEntry
}

/** Interpolates the house number at the position from two known houses on the same side of the street. */
export function interpolateHouse(index: PlaceIndex, street: number, at: Position): HouseBetween | undefined {
  const accepts = (entry: number) => entry === street
  const near = nearestHouses(index, at, { limit: NEIGHBOURS, radiusMeters: NEIGHBOUR_METERS, accepts })
  const known = near.flatMap((one): Numbered[] => {
    const number = Number.parseInt(one.house?.number ?? '', 10)
    return Number.isNaN(number) ? [] : [{ number, near: one }]
  })
  let best: HouseBetween | undefined
  for (const [place, a] of known.entries()) {
    for (const b of known.slice(place + 1)) {
      const between = placeBetween(a, b, at)
      if (between && !(best && best.distanceMeters <= between.distanceMeters)) best = between
    }
  }
  return best
}

function placeBetween(a: Numbered, b: Numbered, at: Position): HouseBetween | undefined {
  const gap = b.number - a.number
  if (gap === 0 || gap % 2 !== 0 || Math.abs(gap) > MAX_GAP || Math.abs(gap) < 4) return undefined
  const share = shareAlong(a.near, b.near, at)
  const number = a.number + 2 * Math.round((share * gap) / 2)
  if (number === a.number || number === b.number || share <= 0 || share >= 1) return undefined
  const latitude = a.near.latitude + share * (b.near.latitude - a.near.latitude)
  const east = longitudeDifference(a.near.longitude, b.near.longitude)
  const longitude = longitudeDifference(0, a.near.longitude + share * east)
  const meters = distanceMeters(at.latitude, at.longitude, latitude, longitude)
  if (meters > BESIDE_METERS) return undefined
  const house = { number: String(number), latitude, longitude, isInterpolated: true, quality: 0.7 }
  return { latitude, longitude, distanceMeters: meters, house }
}

/**
 * The share along the line from a to b of the projected position: 0 at a, 1 at b. Streets are short, so a flat earth is
 * accurate enough.
 */
function shareAlong(a: Position, b: Position, at: Position): number {
  const narrow = Math.cos((a.latitude * Math.PI) / 180)
  const [bx, by] = [longitudeDifference(a.longitude, b.longitude) * narrow, b.latitude - a.latitude]
  const [px, py] = [longitudeDifference(a.longitude, at.longitude) * narrow, at.latitude - a.latitude]
  const length = bx * bx + by * by
  return length === 0 ? -1 : (px * bx + py * by) / length
}
