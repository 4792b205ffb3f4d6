import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { type LocationCodes, readLocations, readRequest, type ValhallaLocation } from './request.ts'
import { round, toLength } from './trip.ts'

const SOURCE_CODES: LocationCodes = { missing: 112, tooFew: 121, unreadable: 131 }
const TARGET_CODES: LocationCodes = { missing: 112, tooFew: 122, unreadable: 132 }

interface NativeMatrix {
  readonly distances_km: readonly (readonly (number | null)[])[]
  readonly durations_min: readonly (readonly (number | null)[])[]
}

/** Handles the `sources_to_targets` action. */
export async function findMatrix(
  call: OperationCaller,
  caller: Caller,
  fields: Readonly<Record<string, unknown>>,
): Promise<ForeignReply> {
  const sources = readLocations(fields.sources, 1, SOURCE_CODES)
  if (!sources.ok) return toErrorReply(sources.failure)
  const targets = readLocations(fields.targets, 1, TARGET_CODES)
  if (!targets.ok) return toErrorReply(targets.failure)
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  const { arrive_by, ...options } = request.value.options
  if (arrive_by !== undefined) return toErrorReply({ code: 163 })
  const toPoints = (locations: readonly ValhallaLocation[]) => locations.map(({ at }) => at)
  const body = { ...options, origins: toPoints(sources.value), destinations: toPoints(targets.value) }
  const reply = await call('matrix', caller, { body })
  if (!reply.ok) return toFailureReply(reply.problem)
  const { distances_km, durations_min } = reply.body as NativeMatrix
  const toDistance = (km: number | null | undefined) => (km == null ? null : toLength(km, request.value))
  const toTime = (minutes: number | null | undefined) => (minutes == null ? null : round(minutes * 60, 0))
  const isVerbose = fields.verbose !== false
  const toPlaces = (locations: readonly ValhallaLocation[]) => locations.map(({ at: [lat, lon] }) => ({ lon, lat }))
  const { id, units, ignored } = request.value
  return {
    status: 200,
    body: {
      algorithm: 'costmatrix',
      ...(id !== undefined && { id }),
      units,
      ...(isVerbose && { sources: toPlaces(sources.value), targets: toPlaces(targets.value) }),
      sources_to_targets: isVerbose
        ? distances_km.map((row, from_index) =>
            row.map((km, to_index) => ({
              distance: toDistance(km),
              time: toTime(durations_min[from_index]?.[to_index]),
              from_index,
              to_index,
            })),
          )
        : {
            distances: distances_km.map((row) => row.map(toDistance)),
            durations: durations_min.map((row) => row.map(toTime)),
          },
      ...(ignored.length > 0 && {
        warnings: ignored.map((name) => ({ code: 200, text: `${name} is not supported and was ignored` })),
      }),
    },
  }
}
