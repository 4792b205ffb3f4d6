/** Point as [latitude, longitude]. */
export type Point = readonly [number, number]

export interface NativeAddress {
  readonly house_number?: string
  readonly street?: string
  readonly suburb?: string
  readonly city?: string
  readonly region?: string
  readonly postcode?: string
  readonly country?: string
  readonly country_code?: string
}

/** Fields of a Fairway place that are converted, for geocoding, reverse geocoding, nearby search and single places. */
export interface NativePlace {
  readonly id?: string
  readonly at: Point
  readonly label: string
  /** Name of the place. Undefined in reverse geocoding. */
  readonly name?: string
  readonly kind: string
  readonly address?: NativeAddress
  /** Confidence of the match. Undefined unless the place was searched for. */
  readonly confidence?: number
  readonly distance_m?: number
  readonly interpolated?: boolean
  /** OpenStreetMap tags. Undefined unless the place was requested by its id. */
  readonly tags?: Readonly<Record<string, string>>
}

export interface OsmObject {
  readonly type: 'node' | 'way' | 'relation'
  readonly id: number
}

/** Returns the OpenStreetMap element of a place. Interpolated houses and places from other sources have none. */
export function findOsmObject({ id = '' }: NativePlace): OsmObject | undefined {
  const [, type, digits] = /^(node|way|relation)\/(\d+)$/.exec(id) ?? []
  return type === undefined ? undefined : { type: type as OsmObject['type'], id: Number(digits) }
}

/** Returns a stable number that identifies the place, for formats whose ids are numbers. */
export function toPlaceNumber({ id, at, label }: NativePlace): number {
  // The hash is FNV-1a with 32 bits.
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(id ?? `${at.join(',')} ${label}`)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Half the height of the box around a place by kind, in degrees. Fairway places are points without an extent. */
const boxRadiusByKind: Readonly<Record<string, number>> = {
  country: 5,
  region: 1,
  city: 0.16,
  town: 0.04,
  village: 0.02,
  suburb: 0.02,
  postcode: 0.02,
  airport: 0.02,
  port: 0.01,
  street: 0.001,
}
const POINT_BOX_RADIUS = 0.00005

/** Returns the box around a place as [south, west, north, east]. */
export function toBox({ kind, at: [latitude, longitude] }: NativePlace): readonly [number, number, number, number] {
  const radius = boxRadiusByKind[kind] ?? POINT_BOX_RADIUS
  return [
    Math.max(-90, latitude - radius),
    Math.max(-180, longitude - radius),
    Math.min(90, latitude + radius),
    Math.min(180, longitude + radius),
  ]
}

/** Tag that defines the kind of a place, with its key and value in OpenStreetMap. */
export interface MainTag {
  readonly key: string
  readonly value: string
}

const mainTagByKind: Readonly<Record<string, MainTag>> = {
  country: { key: 'place', value: 'country' },
  region: { key: 'boundary', value: 'administrative' },
  city: { key: 'place', value: 'city' },
  town: { key: 'place', value: 'town' },
  village: { key: 'place', value: 'village' },
  suburb: { key: 'place', value: 'suburb' },
  postcode: { key: 'place', value: 'postcode' },
  airport: { key: 'aeroway', value: 'aerodrome' },
  port: { key: 'landuse', value: 'harbour' },
  // This tag is for roads whose class is unknown.
  street: { key: 'highway', value: 'road' },
  crossing: { key: 'highway', value: 'road' },
  address: { key: 'place', value: 'house' },
}
const DEFAULT_MAIN_TAG: MainTag = { key: 'place', value: 'locality' }
const MAIN_KEYS = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'office',
  'craft',
  'healthcare',
  'historic',
  'aeroway',
  'railway',
  'public_transport',
  'emergency',
  'man_made',
  'natural',
  'highway',
  'building',
] as const

export function toMainTag({ kind, tags = {} }: NativePlace): MainTag {
  const key = kind === 'poi' ? MAIN_KEYS.find((candidate) => tags[candidate] !== undefined) : undefined
  if (key !== undefined) return { key, value: tags[key] ?? 'yes' }
  return mainTagByKind[kind] ?? DEFAULT_MAIN_TAG
}

/** Returns the name of a place. A house has no name. */
export function toOwnName({ kind, name, label, address }: NativePlace): string {
  if (kind === 'address') return ''
  if (name !== undefined) return name
  if (kind === 'street') return address?.street ?? ''
  if (kind === 'country') return address?.country ?? ''
  return label.split(',')[0] ?? ''
}
