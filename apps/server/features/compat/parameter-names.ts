/** The names that the caller has for what our road operation calls from, via and to. */
export interface PlaceNames {
  readonly from: string
  readonly via: readonly string[]
  readonly to: string
}

const place = String.raw`(from|to|via\[(\d+)\])`
/** Only where a place is meant: "from" and "to" are also words. */
const speaking = new RegExp(String.raw`^${place}(?= (?:is|has)\b)`)
const between = new RegExp(String.raw`\bbetween ${place} and ${place}(?![\w[])`)

const words: readonly (readonly [RegExp, string])[] = [
  [/\bdepart_at\b/g, 'departure_time'],
  [/\barrive_by\b/g, 'arrival_time'],
  [/\bavoid motorways\b/g, 'avoid highways'],
  [/\[latitude, longitude\]/g, 'lat,lng'],
  [/(?<=does not know (?:[\w, ]+, )?)via\b/, 'waypoints'],
]

/** What our road operation says of its fields, said of the parameters that they were made from. */
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
