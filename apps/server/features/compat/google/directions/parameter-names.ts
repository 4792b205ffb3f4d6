/** The caller's names for the fields `from`, `via` and `to` of the road operation. */
export interface ParameterNames {
  readonly from: string
  readonly via: readonly string[]
  readonly to: string
}

const PLACE_PATTERN = String.raw`(from|to|via\[(\d+)\])`
/** The patterns match only place fields, because "from" and "to" are also ordinary words. */
const LEADING_PLACE_PATTERN = new RegExp(String.raw`^${PLACE_PATTERN}(?= (?:is|has)\b)`)
const BETWEEN_PLACES_PATTERN = new RegExp(String.raw`\bbetween ${PLACE_PATTERN} and ${PLACE_PATTERN}(?![\w[])`)

const NAME_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bdepart_at\b/g, 'departure_time'],
  [/\barrive_by\b/g, 'arrival_time'],
  [/\bavoid motorways\b/g, 'avoid highways'],
  [/\[latitude, longitude\]/g, 'lat,lng'],
  [/(?<=does not support (?:[\w, ]+, )?)via\b/, 'waypoints'],
]

/** Replaces Fairway's field names in messages with the caller's parameter names. */
export function translateParameterNames(detail: string, names: ParameterNames): string {
  const getParameterName = (field: string, via: string | undefined): string =>
    via !== undefined ? (names.via[Number(via)] ?? 'waypoints') : field === 'from' ? names.from : names.to
  const renamedDetail = detail
    .replace(LEADING_PLACE_PATTERN, (_, field: string, via?: string) => getParameterName(field, via))
    .replace(
      BETWEEN_PLACES_PATTERN,
      (_, first: string, firstVia: string | undefined, second: string, secondVia: string | undefined) =>
        `between ${getParameterName(first, firstVia)} and ${getParameterName(second, secondVia)}`,
    )
  return NAME_REPLACEMENTS.reduce(
    (message, [parameterPattern, replacement]) => message.replace(parameterPattern, replacement),
    renamedDetail,
  )
}
