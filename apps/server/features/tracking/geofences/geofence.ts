import { type Fence, findRingProblem, makeFenceShape, type RingProblem, type ShapeInput } from '@fairway/tracking'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { GeofenceRow } from '../../../platform/storage/tables/events.ts'
import type { Asset } from '../assets/asset.ts'
import type { GeofenceFailure } from './failures.ts'
import { MAX_CORNERS } from './limits.ts'
import type { GeofenceBody } from './schemas.ts'

/** Stored geofence: the fields of the request without the name. */
export type GeofenceDefinition = Omit<GeofenceBody, 'name'>

export interface Geofence {
  readonly number: number
  readonly id: string
  readonly name: string
  readonly definition: GeofenceDefinition
  readonly createdAtMs: number
}

/** Returns whether a string is a geofence id. The database would reject some other strings. */
export function isGeofenceId(text: string): boolean {
  return /^gf_[\w-]{16}$/.test(text)
}

export function toGeofence({ number, id, name, definition, created_at }: GeofenceRow): Geofence {
  return { number, id, name, definition: JSON.parse(definition) as GeofenceDefinition, createdAtMs: created_at }
}

export function toGeofenceReply({ id, name, definition, createdAtMs }: Geofence) {
  const { rules = {}, ...rest } = definition
  return {
    id,
    name,
    ...rest,
    rules: { enter: true, exit: true, ...rules },
    created_at: new Date(createdAtMs).toISOString(),
  }
}

/** Checks a definition and returns its number of corners. */
export function checkDefinition(definition: GeofenceDefinition): Result<number, GeofenceFailure> {
  const { circle, polygon, corridor, rules = {} } = definition
  const shapeNames = Object.entries({ circle, polygon, corridor }).flatMap(([name, shape]) => (shape ? [name] : []))
  if (shapeNames.length !== 1) return fail({ kind: 'shape-count', given: shapeNames })
  const { enter = true, exit = true, dwell_s, max_speed_kmh } = rules
  if (!enter && !exit && dwell_s === undefined && max_speed_kmh === undefined) return fail({ kind: 'no-rules' })
  if (corridor) {
    const { line, along_plan = false } = corridor
    if ((line !== undefined) === along_plan) return fail({ kind: 'corridor-line', hasBoth: along_plan })
  }
  const rings = listRings(definition)
  const cornerCount = rings.reduce((sum, { points }) => sum + points.length, 0)
  if (cornerCount > MAX_CORNERS) return fail({ kind: 'too-many-corners', given: cornerCount, max: MAX_CORNERS })
  for (const { field, points } of rings) {
    const shapeError =
      findPointError(field, points) ?? (polygon && describeRingProblem(field, findRingProblem(toPoints(points))))
    if (shapeError !== undefined) return fail({ kind: 'shape-refused', why: shapeError })
  }
  return ok(cornerCount)
}

/** Lists the rings or lines of a shape, with the names of their fields. */
function listRings({ circle, polygon, corridor }: GeofenceDefinition) {
  if (circle) return [{ field: 'circle.center', points: [circle.center] }]
  if (!polygon) return [{ field: 'corridor.line', points: corridor?.line ?? [] }]
  const holes = (polygon.holes ?? []).map((points, holeIndex) => ({ field: `polygon.holes[${holeIndex}]`, points }))
  return [{ field: 'polygon.outer', points: polygon.outer }, ...holes]
}

function findPointError(field: string, points: readonly (readonly number[])[]): string | undefined {
  for (const [pointIndex, [latitude = Number.NaN, longitude = Number.NaN]] of points.entries()) {
    const name = field === 'circle.center' ? field : `${field}[${pointIndex}]`
    if (!(Math.abs(latitude) <= 90)) return `${name}[0] is ${latitude}; latitude ranges from -90 to 90`
    if (!(Math.abs(longitude) <= 180)) return `${name}[1] is ${longitude}; longitude ranges from -180 to 180`
  }
  return undefined
}

function describeRingProblem(field: string, problem: RingProblem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined
    case 'too-few-corners':
      return `${field} has fewer than 3 different corners; give at least 3`
    case 'no-area':
      return `${field} has no area, because all its corners are on one line`
    case 'around-a-pole':
      return `${field} goes around a pole; give a circle around the pole, or split the area at two meridians`
  }
}

const toPoints = (points: readonly (readonly number[])[]) => points as readonly (readonly [number, number])[]

/** Prepares a geofence for evaluating positions. */
export function toFence({ id, definition }: Geofence): Fence {
  const { corridor, rules = {} } = definition
  const { enter = true, exit = true, dwell_s, max_speed_kmh } = rules
  const maxSpeedMs = max_speed_kmh === undefined ? undefined : max_speed_kmh / 3.6
  const preparedRules = { id, rules: { enter, exit, dwellS: dwell_s, maxSpeedMs } }
  if (corridor && corridor.line === undefined) return { ...preparedRules, shape: { alongPlanM: corridor.distance_m } }
  return { ...preparedRules, shape: makeFenceShape(toShapeInput(definition)) }
}

function toShapeInput({ circle, polygon, corridor }: GeofenceDefinition): ShapeInput {
  if (circle) {
    const [latitude = 0, longitude = 0] = circle.center
    return { type: 'circle', center: [latitude, longitude], radiusM: circle.radius_m }
  }
  if (polygon) return { type: 'polygon', rings: [polygon.outer, ...(polygon.holes ?? [])].map(toPoints) }
  return { type: 'corridor', line: toPoints(corridor?.line ?? []), distanceM: corridor?.distance_m ?? 0 }
}

/** Returns whether a geofence applies to an asset. */
export function isInScope(
  { assets, groups, kinds }: GeofenceDefinition,
  asset: Pick<Asset, 'id' | 'group' | 'kind'>,
): boolean {
  if (assets && !assets.includes(asset.id)) return false
  if (groups && !groups.includes(asset.group ?? '')) return false
  return !kinds || kinds.includes(asset.kind)
}
