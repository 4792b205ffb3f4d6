import type { Position } from '../placed-nodes.ts'
import { toFixedDegrees } from '../units.ts'

/** Error for a value that is not a valid feature or element. */
export class InvalidJsonValueError extends Error {}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function requireObject(value: unknown, description: string): JsonObject {
  if (isObject(value)) return value
  throw new InvalidJsonValueError(`${description} is not an object`)
}

export function requireList(value: unknown, description: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new InvalidJsonValueError(`${description} is not a list`)
}

export function toId(value: unknown, description: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new InvalidJsonValueError(`${description} is not a whole number`)
}

export function toPosition(latitude: unknown, longitude: unknown): Position {
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    const position = { latitude: toFixedDegrees(latitude, 90), longitude: toFixedDegrees(longitude, 180) }
    if (position.latitude !== undefined && position.longitude !== undefined) return position as Position
  }
  throw new InvalidJsonValueError(`latitude ${latitude} and longitude ${longitude} are not valid degrees`)
}

/** Returns tags as alternating keys and values. Values that are not strings, numbers or booleans are skipped. */
export function toTags(
  properties: JsonObject,
  isExcluded: (key: string, value: unknown) => boolean = () => false,
): string[] {
  return Object.entries(properties).flatMap(([key, value]) => {
    const isTag = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isTag && !isExcluded(key, value) ? [key, String(value)] : []
  })
}
