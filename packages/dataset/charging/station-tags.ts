import { connectorKinds, type StationDetails } from '@fairway/road'

type Tags = ReadonlyMap<string, string>

export interface Socket {
  /** Index into `connectorKinds`. */
  readonly kind: number
  readonly watts: number
}

/** A charging station or a single charge point, without its position. */
export interface StationTags {
  readonly isChargePoint: boolean
  readonly isRestricted: boolean
  /** Sockets of the station. The list is empty if the sockets are not mapped. */
  readonly sockets: readonly Socket[]
  readonly details: StationDetails
}

/** Access values of stations that are not open to everyone. */
const restrictedAccess = new Set([
  'private',
  'no',
  'customers',
  'permit',
  'members',
  'residents',
  'employees',
  'delivery',
])
/** Maps socket names to the connector that fits the same vehicles. */
const connectorByAlias: Readonly<Record<string, string>> = {
  type2_cable: 'type2',
  type1_cable: 'type1',
  ccs: 'type2_combo',
  type3: 'type3c',
}
const indexOfKind = new Map<string, number>(connectorKinds.map(({ name }, index) => [name, index]))
const MAX_TEXT_LENGTH = 255
const MAX_CAPACITY = 10_000
/**
 * Maximum value without a unit that is read as kilowatts. Higher values are read as watts, because the most powerful
 * stations provide 1,000 kW.
 */
const MAX_KILOWATTS = 1500

/** Parses a charging station. Returns undefined if the element is not a charging station for cars. */
export function parseStation(tags: Tags, osm: string): StationTags | undefined {
  const isChargePoint = tags.get('man_made') === 'charge_point'
  if (!isChargePoint && tags.get('amenity') !== 'charging_station') return undefined
  if (!isForCars(tags)) return undefined
  const access = tags.get('motorcar:access') ?? tags.get('access')
  const capacity = Number(tags.get('capacity'))
  const text = (...keys: string[]): string | undefined =>
    keys.map((key) => tags.get(key)?.slice(0, MAX_TEXT_LENGTH)).find((value) => value !== undefined && value !== '')
  const details = {
    osm,
    name: text('name', 'brand'),
    operator: text('operator', 'network'),
    opening_hours: text('opening_hours'),
    access: access?.slice(0, MAX_TEXT_LENGTH),
    fee: text('fee'),
    capacity: Number.isInteger(capacity) && capacity > 0 && capacity <= MAX_CAPACITY ? capacity : undefined,
  }
  const isRestricted = access !== undefined && restrictedAccess.has(access)
  return { isChargePoint, isRestricted, sockets: listSockets(tags), details: details as StationDetails }
}

/**
 * Returns whether cars may use the station. Stations tagged for a specific vehicle serve only that vehicle, often
 * bicycles.
 */
function isForCars(tags: Tags): boolean {
  const motorcar = tags.get('motorcar') ?? tags.get('motor_vehicle')
  if (motorcar !== undefined) return motorcar !== 'no'
  const otherVehicles = ['bicycle', 'scooter', 'motorcycle', 'hgv', 'boat', 'bus']
  return !otherVehicles.some((vehicle) => ['yes', 'designated', 'only'].includes(tags.get(vehicle) ?? ''))
}

/** Returns the highest power of each socket kind. */
function listSockets(tags: Tags): Socket[] {
  const wattsByKind = new Map<number, number>()
  for (const [key, value] of tags) {
    const [, type = '', keySuffix] = /^socket:([a-z0-9_]+)(:output|:power)?$/i.exec(key) ?? []
    const kind = indexOfKind.get(connectorByAlias[type.toLowerCase()] ?? type.toLowerCase())
    if (kind === undefined || keySuffix !== undefined || value === 'no' || value === '0') continue
    const output = tags.get(`${key}:output`) ?? tags.get(`${key}:power`) ?? tags.get('charging_station:output')
    const watts = parseWatts(output) ?? 1000 * connectorKinds[kind].kw
    wattsByKind.set(kind, Math.max(wattsByKind.get(kind) ?? 0, watts))
  }
  return [...wattsByKind].sort(([a], [b]) => a - b).map(([kind, watts]) => ({ kind, watts }))
}

/** Returns the highest power in a value such as `22 kW`, `22000 W`, `2x22 kW` or `50 kW;22 kW`. */
export function parseWatts(value: string | undefined): number | undefined {
  let maxWatts = 0
  for (const [, digits = '', unit = ''] of value?.matchAll(/(\d+(?:[.,]\d+)?)\s*(kw|kva|w|va)?/gi) ?? []) {
    const number = Number(digits.replace(',', '.'))
    const isWatts = unit === '' ? number > MAX_KILOWATTS : !unit.toLowerCase().startsWith('k')
    const watts = isWatts ? number : 1000 * number
    if (watts <= 1000 * MAX_KILOWATTS) maxWatts = Math.max(maxWatts, watts)
  }
  return maxWatts > 0 ? Math.round(maxWatts) : undefined
}
