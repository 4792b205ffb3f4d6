import type { Place } from '../placed-nodes.ts'
import { toUnits } from '../units.ts'

/** A value that should be a feature or an element but is not. */
export class Misshapen extends Error {}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function toObject(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value
  throw new Misshapen(`${what} is not an object`)
}

export function toList(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new Misshapen(`${what} is not a list`)
}

export function toId(value: unknown, what: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new Misshapen(`${what} is not a whole number`)
}

export function toPlace(latitude: unknown, longitude: unknown): Place {
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    const place = { latitude: toUnits(latitude, 90), longitude: toUnits(longitude, 180) }
    if (place.latitude !== undefined && place.longitude !== undefined) return place as Place
  }
  throw new Misshapen(`latitude ${latitude} and longitude ${longitude} are not valid degrees`)
}

/** Alternating keys and values. Values other than strings, numbers, and booleans are not tags. */
export function toTags(
  properties: JsonObject,
  leftOut: (key: string, value: unknown) => boolean = () => false,
): string[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const isTag = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isTag && !leftOut(key, value) ? [key, String(value)] : []
  })
}
