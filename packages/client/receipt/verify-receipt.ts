import { listDeliveryErrors } from './check-deliveries.ts'
import { listBaselineErrors, listStopErrors } from './check-stops.ts'
import { listTableErrors } from './check-sums.ts'
import { listTimeErrors } from './check-times.ts'
import { expandDays } from './expand-days.ts'
import {
  hasSeveralMatrices,
  type OptimizeRequest,
  roundToStep,
  STEPS_PER_KM,
  STEPS_PER_MINUTE,
  type Table,
  toMatrixRows,
} from './points.ts'
import type { MatrixReply, OptimizeReply } from './replies.ts'

/** Posts a body to `/v1/matrix` and returns the response. */
export type RequestMatrix = (body: object) => Promise<MatrixReply>

export interface Verification {
  /** Whether no errors were found. */
  readonly ok: boolean
  /** Whether the maps or the traffic have changed since the response. If so, little can be verified. */
  readonly dataChanged: boolean
  readonly faults: readonly string[]
}

/**
 * Verifies a response of `/v1/optimize`. Requests the matrix, computes its hash, adds up both solutions, and checks the
 * timetable. Trusts only the parts of the response that are verified. If vehicles have individual profiles or speeds,
 * sums and times are not verified. If vehicles make multiple trips, the given solution is not verified. Time windows,
 * shifts, loads, skills, pairs, and limits are never verified. The same applies to the reasons why stops are unassigned
 * and to whether the solution is optimal.
 */
export async function verifyReceipt(
  givenRequest: OptimizeRequest,
  givenReply: OptimizeReply,
  requestMatrix: RequestMatrix,
): Promise<Verification> {
  const [request, reply] = givenRequest.days ? expandDays(givenRequest, givenReply) : [givenRequest, givenReply]
  const { metric } = reply.receipt
  const { points } = toMatrixRows(request)
  const { avoid, avoid_areas, vehicle } = request
  const matrix = request.matrix
    ? { ...roundRequestMatrix(request.matrix), data: reply.data, traffic: reply.traffic }
    : await requestMatrix({
        ...(points.length === 1 ? { origins: points, destinations: points } : { points }),
        metrics: ['distance', 'duration'],
        avoid,
        avoid_areas,
        vehicle,
        depart_at: reply.depart_at,
      })
  const dataChanged =
    matrix.data?.dataset !== reply.data?.dataset || matrix.traffic?.snapshot_at !== reply.traffic?.snapshot_at
  const table = isTimeHashed(metric) ? matrix.durations_min : matrix.distances_km
  const errors: string[] = []
  if (!table) errors.push(`there is no matrix for the metric ${metric}`)
  else {
    const hash = await hashIntegers(toIntegers(table, metric))
    if (hash !== reply.receipt.matrix_sha256) errors.push(`the matrix has the hash ${hash}`)
  }
  const hasUnreachablePairs = [matrix.distances_km, matrix.durations_min].some(
    (rows) => rows?.some((row) => row.includes(null)) === true,
  )
  errors.push(
    ...listStopErrors(request, reply, hasUnreachablePairs),
    ...listDeliveryErrors(request, reply),
    ...listBaselineErrors(request, reply, hasUnreachablePairs),
  )
  if (!hasSeveralMatrices(request))
    errors.push(...listTableErrors(request, reply, matrix), ...listTimeErrors(request, reply, matrix.durations_min))
  return { ok: errors.length === 0, dataChanged, faults: errors }
}

/** Rounds the matrix to the units of the service, because cells with more decimals would give different sums. */
function roundRequestMatrix({ distances_km, durations_min }: NonNullable<OptimizeRequest['matrix']>) {
  const toUnits = (table: Table | undefined, perUnit: number) =>
    table?.map((row) => row.map((cell) => (cell === null ? null : roundToStep(cell, perUnit))))
  return { distances_km: toUnits(distances_km, STEPS_PER_KM), durations_min: toUnits(durations_min, STEPS_PER_MINUTE) }
}

/**
 * Returns whether durations are hashed. Otherwise, distances are hashed, including when the number of vehicles is
 * minimized.
 */
function isTimeHashed(metric: string): boolean {
  return metric === 'duration' || metric === 'cost'
}

/** Converts a table to ten-thousandths of a kilometer or thousandths of a minute. Cells without a route become -1. */
function toIntegers(table: Table, metric: string): Int32Array {
  const factor = isTimeHashed(metric) ? STEPS_PER_MINUTE : STEPS_PER_KM
  return Int32Array.from(table.flat(), (cell) => (cell === null ? -1 : Math.round(cell * factor)))
}

async function hashIntegers(integers: Int32Array): Promise<string> {
  const bytes = new DataView(new ArrayBuffer(4 * integers.length))
  for (const [index, value] of integers.entries()) bytes.setInt32(4 * index, value, true)
  const hash = await crypto.subtle.digest('SHA-256', bytes.buffer)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
