/** The caller's names for the fields from, via and to of our road operation. */
export interface PlaceNames {
  readonly from: string
  readonly via: readonly string[]
  readonly to: string
}

const place = String.raw`(from|to|via\[(\d+)\])`
/** Only where a place is meant, because "from" and "to" are also ordinary words. */
const speaking = new RegExp(String.raw`^${place}(?= (?:is|has)\b)`)
const between = new RegExp(String.raw`\bbetween ${place} and ${place}(?![\w[])`)

const words: readonly (readonly [RegExp, string])[] = [
  [/\bdepart_at\b/g, 'departure_time'],
  [/\barrive_by\b/g, 'arrival_time'],
  [/\bavoid motorways\b/g, 'avoid highways'],
  [/\[latitude, longitude\]/g, 'lat,lng'],
  [/(?<=does not support (?:[\w, ]+, )?)via\b/, 'waypoints'],
]

/** Replaces our field names in messages by the parameter names of the caller. */
export function inTheirNames(detail: string, names: PlaceNames): string {
  const nameOf = (field: string, via: string | undefined): string =>
    via !== undefined ? (names.via[Number(via)] ?? 'waypoints') : field === 'from' ? names.from : names.to
  const named = detail
    .replace(speaking, (_, field: string, via?: string) => nameOf(field, via))
    .replace(
      between,
      (_, first: string, firstVia: string | undefined, second: string, secondVia: string | undefined) =>
        `between ${nameOf(first, firstVia)} and ${nameOf(second, secondVia)}`,
    )
  return words.reduce((text, [ours, theirs]) => text.replace(ours, theirs), named)
}
