import type { JsonWriter } from '@fairway/road'

/** Rounds to one decimal, as OSRM does. */
export function writeTenths(json: JsonWriter, value: number): void {
  json.tenths(Math.round(value * 10))
}

/** Writes a value that is rare or small. */
export function writeValue(json: JsonWriter, value: unknown): void {
  json.rawText(JSON.stringify(value))
}
