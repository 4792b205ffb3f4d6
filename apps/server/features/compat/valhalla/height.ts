import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { MAX_POINTS } from '../../places/elevation/limits.ts'
import { formatLine } from '../osrm/reply/lines.ts'
import { findPointsAlong, measureAlong } from '../points-along.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import type { Point } from './request.ts'
import { readShape } from './shape.ts'
import { round } from './trip.ts'

type Fields = Readonly<Record<string, unknown>>

/** Handles the `height` action. */
export async function findHeights(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const shape = readShape(fields, 1)
  if (!shape.ok) return toErrorReply(shape.failure)
  const step = fields.resample_distance
  if (step !== undefined && !(typeof step === 'number' && step > 0))
    return toErrorReply({ code: 199, detail: 'resample_distance must be a number of meters greater than 0' })
  const points = typeof step === 'number' ? resample(shape.value.points, step) : shape.value.points
  if (!points || points.length > MAX_POINTS) return toErrorReply({ code: 153, detail: `at most ${MAX_POINTS}` })
  const reply = await call('elevation', caller, { body: { points } })
  if (!reply.ok) return toFailureReply(reply.problem)
  const decimals = Math.min(2, Math.max(0, Number(fields.height_precision ?? 0) || 0))
  const heights = (reply.body as { readonly heights_m: readonly (number | null)[] }).heights_m.map((height) =>
    height === null ? null : round(height, decimals),
  )
  const body = {
    ...(typeof step === 'number' && 'encoded_polyline' in shape.value.given
      ? { encoded_polyline: formatLine(points, fields.shape_format === 'polyline5' ? 'polyline' : 'polyline6') }
      : typeof step === 'number'
        ? { shape: points.map(([lat, lon]) => ({ lat, lon })) }
        : shape.value.given),
    ...(fields.range === true
      ? { range_height: measureAlong(points).map((meters, index) => [round(meters, 0), heights[index]]) }
      : { height: heights }),
    ...(fields.id !== undefined && { id: fields.id }),
  }
  return { status: 200, body }
}

/** Returns points at equal distances along the line, and its end. Returns undefined if there are too many points. */
function resample(points: readonly Point[], step: number): readonly Point[] | undefined {
  const total = measureAlong(points).at(-1) ?? 0
  if (total / step > MAX_POINTS) return undefined
  const count = Math.ceil(total / step)
  const distances = Array.from({ length: count }, (_, index) => index * step)
  return findPointsAlong(points, [...distances, total])
}
