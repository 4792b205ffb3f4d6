import type { VehicleLimits } from '../rules.ts'
import { parseMeters, parseTons } from '../speed/measure.ts'
import { type DirectedKey, directedKey, type WayTags } from '../way-tags.ts'

/**
 * Limits on vehicle size. Nothing is closed here for a typical car (2.0 m high, 1.9 m wide, 4.8 m long, 2 t). Each
 * metric compares its vehicle with these limits, including the default car metric.
 */

type SizeField = keyof VehicleLimits
type MutableLimits = { -readonly [Field in SizeField]: number }

export const noLimits: VehicleLimits = {}

/** Takes the stricter value of each field. */
export function tighten(a: VehicleLimits, b: VehicleLimits): VehicleLimits {
  if (a === noLimits) return b
  if (b === noLimits) return a
  const tightened: Partial<MutableLimits> = { ...a }
  for (const field of Object.keys(b) as SizeField[]) {
    tightened[field] = Math.min(b[field] ?? Number.POSITIVE_INFINITY, tightened[field] ?? Number.POSITIVE_INFINITY)
  }
  return tightened
}

/** Used where mappers see a low clearance without a number: below the usual 4 m of any country. */
const BELOW_DEFAULT_METERS = 3.9

/** narrow=yes: a car passes, but not a van wider than this. */
const NARROW_METERS = 2.2

/** A carriageway wider than this restricts no vehicle. */
const WIDEST_VEHICLE_METERS = 3

function parseHeight(text: string): number | undefined {
  return text === 'below_default' ? BELOW_DEFAULT_METERS : parseMeters(text)
}

/**
 * A carriageway exactly as wide as the vehicle leaves no room. Uses whole centimeters so that rounding does not undo
 * this.
 */
function parseCarriageway(text: string): number | undefined {
  if (text === 'narrow') return NARROW_METERS
  const meters = parseMeters(text)
  if (meters === undefined || meters > WIDEST_VEHICLE_METERS) return undefined
  return Math.floor(meters * 100 - 0.1) / 100
}

interface LimitTag {
  readonly key: DirectedKey
  readonly field: SizeField
  readonly parse: (text: string) => number | undefined
}

const signed: readonly LimitTag[] = [
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

/** Signed limits on ways and nodes. A limit for one direction applies to both, because there is one row per road. */
export function readSignedLimits(tags: WayTags): VehicleLimits {
  let limits = noLimits
  for (const tag of signed) {
    limits = tightenBy(limits, tag, tags.common(tag.key))
    if (!tags.hasDirections) continue
    limits = tightenBy(limits, tag, tags.own(tag.key, 'forward'))
    limits = tightenBy(limits, tag, tags.own(tag.key, 'backward'))
  }
  return limits
}

function tightenBy(limits: VehicleLimits, { field, parse }: LimitTag, text: string | undefined): VehicleLimits {
  const value = text === undefined ? undefined : parse(text)
  return value === undefined ? limits : tighten(limits, { [field]: value })
}

/** Signed limits, and the carriageway width where no sign limits it. */
export function readWayLimits(tags: WayTags): VehicleLimits {
  const limits = readSignedLimits(tags)
  if (limits.widthMeters !== undefined) return limits
  const text = tags.get('width') ?? tags.get('est_width') ?? (tags.get('narrow') === 'yes' ? 'narrow' : undefined)
  const widthMeters = text === undefined ? undefined : parseCarriageway(text)
  return widthMeters === undefined ? limits : tighten(limits, { widthMeters })
}
