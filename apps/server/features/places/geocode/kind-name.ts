/** Tags that define the kind of a place, most specific first. */
const kindKeys = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'historic',
  'railway',
  'public_transport',
  'highway',
  'aeroway',
  'man_made',
  'natural',
  'waterway',
  'office',
  'craft',
  'emergency',
  'building',
] as const

const abbreviations: ReadonlySet<string> = new Set(['atm', 'bbq'])

/** Returns the name of a kind of place, such as "bus stop" or "ATM", from the value of its tag. */
export function formatKindName(value: string): string {
  return abbreviations.has(value) ? value.toUpperCase() : value.replaceAll('_', ' ')
}

/** Returns the kind of a place according to its tags, or undefined if the tags do not specify a kind. */
export function findKindName(tags: Readonly<Record<string, string>> | undefined): string | undefined {
  const value = kindKeys.map((key) => tags?.[key]).find((tagValue) => tagValue !== undefined && tagValue !== 'yes')
  return value === undefined ? undefined : formatKindName(value)
}
