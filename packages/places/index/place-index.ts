import { type Dictionary, getWord } from './dictionary.ts'
import { type PlaceKind, placeKinds } from './record.ts'
import { DEGREES_PER_MICRODEGREE, IMPORTANCE_SCALE, NO_ID, type PlaceIndex } from './schema.ts'

const decoder = new TextDecoder()

export function getLabel({ entries, labels }: PlaceIndex, entry: number): string {
  // The decoder rejects shared memory, so the bytes are copied.
  return decoder.decode(labels.bytes.slice(entries.labelFirst[entry], entries.labelFirst[entry + 1]))
}

export function getKind({ entries }: PlaceIndex, entry: number): PlaceKind {
  return placeKinds[entries.kind[entry]]
}

export function getImportance({ entries }: PlaceIndex, entry: number): number {
  return entries.importance[entry] / IMPORTANCE_SCALE
}

export function getPosition({ points }: PlaceIndex, entry: number): { latitude: number; longitude: number } {
  return { latitude: toDegrees(points.latitude[entry]), longitude: toDegrees(points.longitude[entry]) }
}

/** Lists the areas that contain an entry, from smallest to largest, excluding the entry itself. */
export function listAncestors({ entries }: PlaceIndex, entry: number): number[] {
  const ancestors: number[] = []
  for (let area = entries.parent[entry]; area !== NO_ID; area = entries.parent[area]) ancestors.push(area)
  return ancestors
}

/** Returns the country code as two capital letters, or undefined. */
export function findCountryCode({ entries }: PlaceIndex, entry: number): string | undefined {
  const code = entries.country[entry]
  return code === 0 ? undefined : String.fromCharCode(code >> 8, code & 255)
}

/** Returns the folded postcode, such as `sw1a1aa`. */
export function findPostcode({ entries, words }: PlaceIndex, entry: number): string | undefined {
  const word = entries.postcode[entry]
  return word === NO_ID ? undefined : getWord(words satisfies Dictionary, word)
}

export function encodeCountry(code: string | undefined): number {
  if (code === undefined || !/^[a-z]{2}$/i.test(code)) return 0
  const uppercaseCode = code.toUpperCase()
  return (uppercaseCode.charCodeAt(0) << 8) | uppercaseCode.charCodeAt(1)
}

/** Converts millionths of a degree to degrees. Division, unlike multiplication, returns exactly the original number. */
export function toDegrees(millionths: number): number {
  return millionths / Math.round(1 / DEGREES_PER_MICRODEGREE)
}
