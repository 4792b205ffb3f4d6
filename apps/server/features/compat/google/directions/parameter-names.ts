import { replacePoints } from '@fairway/geo'

/** The caller's names for the fields `from`, `via` and `to` of the road operation. */
export interface ParameterNames {
  readonly from: string
  readonly via: readonly string[]
  readonly to: string
}

/** Matches only a field that is followed by its value, because "from" and "to" are also ordinary words. */
const LEADING_PLACE_PATTERN = /^(?:from|to|via\[\d+\])(?= is\b)/

const NAME_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bdepart_at\b/g, 'departure_time'],
  [/\barrive_by\b/g, 'arrival_time'],
  [/\bavoid motorways\b/g, 'avoid highways'],
  [/\[latitude, longitude\]/g, 'lat,lng'],
  [/(?<=does not support (?:this field|these fields): (?:[\w, ]+, )?)via\b/, 'waypoints'],
]

/** Replaces Fairway's field names in messages with the caller's parameter names. */
export function translateParameterNames(detail: string, names: ParameterNames): string {
  const getParameterName = (field: string): string => {
    const via = /\d+/.exec(field)?.[0]
    if (via !== undefined) return names.via[Number(via)] ?? 'waypoints'
    return field === 'from' ? names.from : names.to
  }
  const renamedDetail = replacePoints(detail, getParameterName).replace(LEADING_PLACE_PATTERN, getParameterName)
  return NAME_REPLACEMENTS.reduce(
    (message, [parameterPattern, replacement]) => message.replace(parameterPattern, replacement),
    renamedDetail,
  )
}
