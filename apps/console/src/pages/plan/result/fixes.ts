import { listFields } from '../options/fields.ts'
import { type RouteDraft, removeStop, setAreas, setOption } from '../plan.ts'

/** Change to the request that may resolve an error. */
export interface Fix {
  readonly label: string
  readonly apply: (draft: RouteDraft) => RouteDraft
}

/** Lists the changes that the error message suggests. Only options that the user has set can be cleared. */
export function listFixes(message: string, draft: RouteDraft): readonly Fix[] {
  return [
    ...listBlockedFixes(message, draft),
    ...listAuthorizationFixes(message, draft),
    ...listRangeFixes(message),
    ...listOutsideFixes(message, draft),
  ]
}

/** Lists fixes for messages such as “… blocked by: avoid_areas, vehicle); …” and for messages that name an option. */
function listBlockedFixes(message: string, draft: RouteDraft): readonly Fix[] {
  const blockers = /blocked by: ([^;)]+)/.exec(message)?.[1]?.split(/, | and /) ?? []
  const setFields = listFields(draft.mode).filter(({ name }) => draft.options[draft.mode][name] !== undefined)
  const namedFields = setFields.filter(
    ({ path, label }) =>
      blockers.includes(path.split('.')[0] ?? path) ||
      message.startsWith(path) ||
      message.includes(`“${label}”`) ||
      new RegExp(`\\b${label.toLowerCase()}\\b`).test(message),
  )
  return [
    ...(draft.areas.length > 0 && blockers.includes('avoid_areas')
      ? [{ label: 'Remove all avoided areas', apply: (previousDraft: RouteDraft) => setAreas(previousDraft, []) }]
      : []),
    ...namedFields.map(({ name, label }) => ({
      label: `Clear “${label}”`,
      apply: (previousDraft: RouteDraft) => setOption(previousDraft, name, ''),
    })),
  ]
}

function listAuthorizationFixes(message: string, { options, mode }: RouteDraft): readonly Fix[] {
  const zone = /\badd (\S+) to “Authorized zones”/.exec(message)?.[1]
  if (zone === undefined) return []
  const authorized = [options[mode].authorisations, zone].filter((part) => part !== undefined).join(',')
  return [
    {
      label: 'I am authorized to fly there',
      apply: (previousDraft) => setOption(previousDraft, 'authorisations', authorized),
    },
  ]
}

/** Suggests a longer range. The reserve stays the same fraction of the range. */
function listRangeFixes(message: string): readonly Fix[] {
  const match = /needs ([\d.]+) km of range, but only ([\d.]+) km may be used \(([\d.]+) km minus/.exec(message)
  if (match === null) return []
  const [neededKm, usableKm, range] = match.slice(1, 4).map(Number)
  const enoughKm = Math.ceil(((neededKm ?? 0) / (usableKm ?? 1)) * (range ?? 0) + 1)
  return [
    {
      label: `Use an aircraft with a range of ${enoughKm} km`,
      apply: (previousDraft) => setOption(previousDraft, 'range_km', String(enoughKm)),
    },
  ]
}

function listOutsideFixes(message: string, { stops }: RouteDraft): readonly Fix[] {
  const [first, last] = [stops[0], stops.at(-1)]
  const isStartOutside = /^The start (is outside|has no road)/.test(message)
  const isEndOutside =
    /^The destination (is outside|has no road)/.test(message) || message.includes('on different maps')
  return [
    ...(isStartOutside && first !== undefined
      ? [{ label: 'Clear the start', apply: (previousDraft: RouteDraft) => removeStop(previousDraft, first.key) }]
      : []),
    ...(isEndOutside && last !== undefined
      ? [{ label: 'Clear the destination', apply: (previousDraft: RouteDraft) => removeStop(previousDraft, last.key) }]
      : []),
  ]
}
