import type { VehicleLimits } from '../rules.ts'
import { parseMeters, parseTons } from '../speed/measure.ts'
import { type DirectedKey, directedKey, type WayTags } from '../way-tags.ts'

/**
 * Limits on vehicle size. Roads are not closed here, because each metric compares its vehicle with the limits. The
 * default vehicle is a typical car (2.0 m high, 1.9 m wide, 4.8 m long, 2 t).
 */

type SizeField = keyof VehicleLimits
type MutableLimits = { -readonly [Field in SizeField]: number }

export const noLimits: VehicleLimits = {}

/** Combines limits by taking the stricter value of each field. */
export function strictestLimits(a: VehicleLimits, b: VehicleLimits): VehicleLimits {
  if (a === noLimits) return b
  if (b === noLimits) return a
  const strictest: Partial<MutableLimits> = { ...a }
  for (const field of Object.keys(b) as SizeField[]) {
    strictest[field] = Math.min(b[field] ?? Number.POSITIVE_INFINITY, strictest[field] ?? Number.POSITIVE_INFINITY)
  }
  return strictest
}

/**
 * Height limit in meters for a low clearance without a numeric value. The limit is below 4 m, the usual clearance in
 * all countries.
 */
const BELOW_DEFAULT_HEIGHT_METERS = 3.9

/** Maximum vehicle width in meters on roads with `narrow=yes`. Cars can use these roads. */
const NARROW_WIDTH_METERS = 2.2

/** Maximum carriageway width that restricts vehicles, in meters. */
const MAX_VEHICLE_WIDTH_METERS = 3

function parseHeight(tagValue: string): number | undefined {
  return tagValue === 'below_default' ? BELOW_DEFAULT_HEIGHT_METERS : parseMeters(tagValue)
}

/**
 * Parses a carriageway width. The result is slightly less than the tagged width, because a carriageway exactly as wide
 * as the vehicle leaves no room. Rounding to whole centimeters avoids floating-point errors.
 */
function parseCarriagewayWidth(tagValue: string): number | undefined {
  if (tagValue === 'narrow') return NARROW_WIDTH_METERS
  const meters = parseMeters(tagValue)
  if (meters === undefined || meters > MAX_VEHICLE_WIDTH_METERS) return undefined
  return Math.floor(meters * 100 - 0.1) / 100
}

interface LimitTag {
  readonly key: DirectedKey
  readonly field: SizeField
  readonly parse: (tagValue: string) => number | undefined
}

const signedLimitTags: readonly LimitTag[] = [
  { key: directedKey('maxheight'), field: 'heightMeters', parse: parseHeight },
  { key: directedKey('maxheight:physical'), field: 'heightMeters', parse: parseHeight },
  { key: directedKey('maxwidth'), field: 'widthMeters', parse: parseMeters },
  { key: directedKey('maxwidth:physical'), field: 'widthMeters', parse: parseMeters },
  { key: directedKey('maxlength'), field: 'lengthMeters', parse: parseMeters },
  { key: directedKey('maxweight'), field: 'weightTons', parse: parseTons },
  { key: directedKey('maxweightrating'), field: 'weightTons', parse: parseTons },
  { key: directedKey('maxweightrating:hgv'), field: 'weightTons', parse: parseTons },
  { key: directedKey('maxaxleload'), field: 'axleLoadTons', parse: parseTons },
]

/**
 * Reads the signed limits of a way or node. A limit for one direction applies to both directions, because the table has
 * one row per road.
 */
export function readSignedLimits(tags: WayTags): VehicleLimits {
  let limits = noLimits
  for (const tag of signedLimitTags) {
    limits = applyLimitTag(limits, tag, tags.findUndirected(tag.key))
    if (!tags.hasDirections) continue
    limits = applyLimitTag(limits, tag, tags.findDirected(tag.key, 'forward'))
    limits = applyLimitTag(limits, tag, tags.findDirected(tag.key, 'backward'))
  }
  return limits
}

function applyLimitTag(limits: VehicleLimits, { field, parse }: LimitTag, tagValue: string | undefined): VehicleLimits {
  const value = tagValue === undefined ? undefined : parse(tagValue)
  return value === undefined ? limits : strictestLimits(limits, { [field]: value })
}

/** Reads the signed limits, and uses the carriageway width if no width limit is signed. */
export function readWayLimits(tags: WayTags): VehicleLimits {
  const limits = readSignedLimits(tags)
  if (limits.widthMeters !== undefined) return limits
  const tagValue = tags.get('width') ?? tags.get('est_width') ?? (tags.get('narrow') === 'yes' ? 'narrow' : undefined)
  const widthMeters = tagValue === undefined ? undefined : parseCarriagewayWidth(tagValue)
  return widthMeters === undefined ? limits : strictestLimits(limits, { widthMeters })
}
