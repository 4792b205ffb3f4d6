import { MIN_SMOOTH_METERS } from '@fairway/road'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { MAX_CONTOURS, MAX_LIMITS, MAX_ORIGINS } from '../../road/isochrone/limits.ts'
import { MAX_SMOOTH_METERS } from '../../road/isochrone/schemas.ts'
import { type Contour, type NativeContour, toFeatures } from './contours.ts'
import { toErrorReply, toFailureReply, type ValhallaError } from './errors.ts'
import { isObject, LOCATION_CODES, readLocations, readRequest, type ValhallaLocation } from './request.ts'

type Fields = Readonly<Record<string, unknown>>

/** Handles the `isochrone` action. */
export async function findIsochrone(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const locations = readLocations(fields.locations, 1, LOCATION_CODES)
  if (!locations.ok) return toErrorReply(locations.failure)
  if (locations.value.length > MAX_ORIGINS) return toErrorReply({ code: 150, detail: String(MAX_ORIGINS) })
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  const contours = readContours(fields.contours)
  if (!contours.ok) return toErrorReply(contours.failure)
  const { arrive_by, ...options } = request.value.options
  if (arrive_by !== undefined) return toErrorReply({ code: 163 })
  const { generalize, reverse } = fields
  const body = {
    ...options,
    from: locations.value.map(({ at }) => at),
    direction: reverse === true ? 'to' : 'from',
    ...(typeof generalize === 'number' &&
      generalize > 0 && { smooth_m: Math.min(MAX_SMOOTH_METERS, Math.max(MIN_SMOOTH_METERS, generalize)) }),
  }
  const areas = new Map<Contour, NativeContour>()
  for (const metric of ['time', 'distance'] as const) {
    const metricContours = contours.value.filter((contour) => contour.metric === metric)
    if (metricContours.length === 0) continue
    const unit = metric === 'time' ? 'minutes' : 'kilometers'
    const reply = await call('isochrone', caller, {
      body: { ...body, [unit]: metricContours.map(({ value }) => value) },
    })
    if (!reply.ok) return toFailureReply(reply.problem)
    const nativeContours = (reply.body as { readonly contours: readonly NativeContour[] }).contours
    for (const contour of metricContours) {
      const area = nativeContours.find(({ properties }) => properties[unit] === contour.value)
      if (area) areas.set(contour, area)
    }
  }
  const features = toFeatures(areas, {
    hasPolygons: fields.polygons === true,
    denoise: typeof fields.denoise === 'number' ? Math.min(1, Math.max(0, fields.denoise)) : 1,
  })
  const points = fields.show_locations === true ? locations.value.map(toPointFeature) : []
  const { id, ignored } = request.value
  return {
    status: 200,
    body: {
      type: 'FeatureCollection',
      features: [...features, ...points],
      ...(id !== undefined && { id }),
      ...(ignored.length > 0 && {
        warnings: ignored.map((name) => ({ code: 200, text: `${name} is not supported and was ignored` })),
      }),
    },
  }
}

function readContours(contoursInput: unknown): Result<Contour[], ValhallaError> {
  if (!Array.isArray(contoursInput) || contoursInput.length === 0) return fail({ code: 113 })
  if (contoursInput.length > MAX_CONTOURS) return fail({ code: 152, detail: String(MAX_CONTOURS) })
  const contours: Contour[] = []
  for (const [index, entry] of contoursInput.entries()) {
    const { time, distance, color } = isObject(entry) ? entry : {}
    const metric = time === undefined ? 'distance' : 'time'
    const value = time ?? distance
    if (typeof value !== 'number' || !(value > 0)) return fail({ code: 111 })
    const max = metric === 'time' ? MAX_LIMITS.minutes : MAX_LIMITS.kilometers
    if (value > max) return fail({ code: metric === 'time' ? 151 : 166, detail: String(max) })
    const isColor = typeof color === 'string' && /^#?[\da-f]{6}$/i.test(color)
    contours.push({
      metric,
      value,
      color: isColor ? `#${color.replace('#', '').toLowerCase()}` : toRampColor(index, contoursInput.length),
    })
  }
  return ok(contours)
}

/** Returns a color between red and blue, for contours without an explicit color. */
function toRampColor(index: number, count: number): string {
  const share = count > 1 ? index / (count - 1) : 0
  const toHex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
  return `#${toHex(191 - 127 * share)}40${toHex(64 + 127 * share)}`
}

function toPointFeature({ at: [latitude, longitude] }: ValhallaLocation, location_index: number): object {
  return {
    type: 'Feature',
    properties: { type: 'input', location_index },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }
}
