import { type Position, wrapLongitude } from '@fairway/geo'

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}

/** Rounds to six decimals and wraps the longitude to -180 to 180. */
export function toPoint([latitude, longitude]: Position): [number, number] {
  return [round(latitude, 6), round(wrapLongitude(longitude), 6)]
}
