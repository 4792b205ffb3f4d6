import { listFields } from '../options/fields.ts'
import { listAvoidedAreas, type RouteDraft, removeStop, type Stop, setAreas, setOption, updateStop } from '../plan.ts'

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
    ...listPortFixes(message, draft),
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
    ...(listAvoidedAreas(draft).length > 0 && blockers.includes('avoid_areas')
      ? [
          { label: 'Hide all avoided areas', apply: hideAllAreas },
          { label: 'Remove all avoided areas', apply: (previousDraft: RouteDraft) => setAreas(previousDraft, []) },
        ]
      : []),
    ...namedFields.map(({ name, label }) => ({
      label: `Clear “${label}”`,
      apply: (previousDraft: RouteDraft) => setOption(previousDraft, name, ''),
    })),
  ]
}

function hideAllAreas(previousDraft: RouteDraft): RouteDraft {
  return setAreas(
    previousDraft,
    previousDraft.areas.map((area) => ({ ...area, isHidden: true })),
  )
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

/** Maximum number of ports to offer. */
const MAX_PORTS = 3

/** Suggests the ports that the message names for a point far from water, or for a name that is not a port. */
function listPortFixes(message: string, draft: RouteDraft): readonly Fix[] {
  const stop = findBlamedStop(message, draft)
  const named = /the nearest port is ([^;]+?) \(([A-Z0-9]{5})\)|\(similar names: (.+?)\);/.exec(message)
  if (stop === undefined || named === null) return []
  const [, name, code, similarNames] = named
  const ports =
    similarNames === undefined
      ? [[name, code] as const]
      : [...similarNames.matchAll(/([^,(]+?) \(([A-Z0-9]{5})\)/g)].map((match) => [match[1], match[2]] as const)
  return ports.slice(0, MAX_PORTS).flatMap(([port, locode]) =>
    port === undefined || locode === undefined
      ? []
      : [
          {
            label: `Use ${port.trim()} (${locode})`,
            apply: (previousDraft: RouteDraft) =>
              updateStop(previousDraft, stop.key, { name: locode, label: port.trim() }),
          },
        ],
  )
}

/** Returns the stop that a message is about. */
export function findBlamedStop(message: string, { stops }: RouteDraft): Stop | undefined {
  if (/^The start\b/.test(message)) return stops[0]
  if (/^The destination\b/.test(message)) return stops.at(-1)
  const number = /^Via (\d+)\b/.exec(message)?.[1]
  return number === undefined ? undefined : stops[Number(number)]
}

/** Returns the name of a stop in the middle of a label, such as “the start” or “via 2”. */
export function toFixTitle(stop: Stop, { stops }: RouteDraft): string {
  const index = stops.indexOf(stop)
  if (index === 0) return 'the start'
  return index === stops.length - 1 ? 'the destination' : `via ${index}`
}

function listOutsideFixes(message: string, draft: RouteDraft): readonly Fix[] {
  const { stops } = draft
  const [first, last] = [stops[0], stops.at(-1)]
  const via = findBlamedStop(message, draft)
  const isViaOutside = /^Via \d+ (is outside|has no road|lies)/.test(message)
  const isStartOutside = /^The start (is outside|has no road|lies on|is ".*", which is not a known port)/.test(message)
  const isEndOutside =
    /^The destination (is outside|has no road|lies on|is ".*", which is not a known port)/.test(message) ||
    message.includes('on different maps')
  return [
    ...(isViaOutside && via !== undefined
      ? [
          {
            label: `Remove ${toFixTitle(via, draft)}`,
            apply: (previousDraft: RouteDraft) => removeStop(previousDraft, via.key),
          },
        ]
      : []),
    ...(isStartOutside && first !== undefined
      ? [{ label: 'Clear the start', apply: (previousDraft: RouteDraft) => removeStop(previousDraft, first.key) }]
      : []),
    ...(isEndOutside && last !== undefined
      ? [{ label: 'Clear the destination', apply: (previousDraft: RouteDraft) => removeStop(previousDraft, last.key) }]
      : []),
  ]
}
