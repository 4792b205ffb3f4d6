import { type Position, wrapLongitude } from '@fairway/sea'

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}

/** With six decimals, and a longitude between -180 and 180. */
export function toPoint([latitude, longitude]: Position): [number, number] {
  return [round(latitude, 6), round(wrapLongitude(longitude), 6)]
}
