import { flatDistanceMeters } from '@fairway/geo'
import type { ForeignReply } from '../../../../operations/reply.ts'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import type { NativeSnap } from '../reply/native-route.ts'
import { roundTenths } from '../reply/steps.ts'
import { findOutsideRadius, toWaypoint } from '../reply/waypoints.ts'
import { areOnEarth, type Point } from '../request/coordinates.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { readPreferences } from '../request/profile.ts'
import { DEFAULT_TABLE_OPTIONS, type TableOptions, tableOptions } from '../request/route-options.ts'
import type { OsrmUrl } from '../request/url.ts'
import { toConstraintFields } from './constraints.ts'

type Cells = readonly (readonly (number | null)[])[]

interface NativeMatrix {
  readonly durations_min?: Cells
  readonly distances_km?: Cells
  readonly snapped: { readonly origins: readonly NativeSnap[]; readonly destinations: readonly NativeSnap[] }
}

/** Handles GET /table/v1/{profile}/{coordinates}. */
export async function findTable(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_TABLE_OPTIONS, tableOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 2) ?? checkTable(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  const { coordinates, annotations, skipWaypoints } = parameters
  const sources = listIndexes(parameters.sources, coordinates)
  const destinations = listIndexes(parameters.destinations, coordinates)
  const select = (indexes: readonly number[]) => indexes.flatMap((index): Point[] => [coordinates[index] ?? [0, 0]])
  const needsDistances = annotations.includes('distance') || parameters.fallbackSpeed !== undefined
  const body = {
    ...preferences.value,
    origins: select(sources),
    destinations: select(destinations),
    ...toConstraintFields(parameters, [...sources, ...destinations]),
    metrics: ['duration', ...(needsDistances ? ['distance'] : [])],
  }
  const reply = await call('matrix', caller, { body })
  if (!reply.ok) {
    return toOsrmFailure(reply.problem, {
      noRoute: { code: 'NoTable', message: 'No table found' },
      tooBig: { code: 'TooBig', message: 'Too many table coordinates' },
      toCoordinate: (field, index) => (field === 'origins' ? sources[index] : destinations[index]) ?? index,
    })
  }
  const matrix = reply.body as NativeMatrix
  const { snapped } = matrix
  const snaps: NativeSnap[] = []
  for (const [pointIndex, index] of sources.entries()) addSnap(snaps, index, snapped.origins[pointIndex])
  for (const [pointIndex, index] of destinations.entries()) addSnap(snaps, index, snapped.destinations[pointIndex])
  const unmetConstraint = findOutsideRadius(snaps, parameters)
  if (unmetConstraint) return toErrorReply(unmetConstraint)
  const toWaypoints = (list: readonly NativeSnap[]) => list.map((snap) => toWaypoint(snap, parameters))
  return {
    status: 200,
    body: {
      code: 'Ok',
      ...toTables(matrix, parameters, { from: select(sources), to: select(destinations) }),
      ...(!skipWaypoints && {
        sources: toWaypoints(snapped.origins),
        destinations: toWaypoints(snapped.destinations),
      }),
    },
  }
}

function checkTable(parameters: OsrmParameters<TableOptions>): OsrmError | undefined {
  const { coordinates, sources, destinations, fallbackSpeed, scaleFactor } = parameters
  if (!(scaleFactor > 0)) return { code: 'InvalidOptions', message: 'scale_factor must be > 0' }
  if (fallbackSpeed !== undefined && !(fallbackSpeed > 0))
    return { code: 'InvalidOptions', message: 'fallback_speed must be > 0' }
  // OSRM rejects these values with an empty message.
  if ([...sources, ...destinations].some((index) => index >= coordinates.length))
    return { code: 'InvalidOptions', message: '' }
  if (!areOnEarth(coordinates)) return { code: 'InvalidOptions', message: 'Coordinates are invalid' }
  return undefined
}

function listIndexes(givenIndexes: readonly number[], coordinates: readonly Point[]): readonly number[] {
  return givenIndexes.length > 0 ? givenIndexes : [...coordinates.keys()]
}

/**
 * Adds the snapped position of a coordinate. There is one radius per coordinate, but unused coordinates are not
 * snapped.
 */
function addSnap(snaps: NativeSnap[], index: number, snap: NativeSnap | undefined): void {
  while (snaps.length <= index) snaps.push({ at: [0, 0], distance_m: 0, name: '' })
  if (snap) snaps[index] = snap
}

interface TableEnds {
  readonly from: readonly Point[]
  readonly to: readonly Point[]
}

/** Returns the requested tables. Cells without a route are estimated if a fallback speed is given. */
function toTables(matrix: NativeMatrix, parameters: TableOptions, tableEnds: TableEnds): object {
  const { annotations, scaleFactor, fallbackSpeed, fallbackCoordinate } = parameters
  const { origins, destinations } = matrix.snapped
  const ends: TableEnds =
    fallbackCoordinate === 'snapped'
      ? { from: origins.map(({ at }) => at), to: destinations.map(({ at }) => at) }
      : tableEnds
  const estimatedCells: [number, number][] = []
  const estimate = (row: number, column: number) => {
    const [a, b] = [ends.from[row] ?? [0, 0], ends.to[column] ?? [0, 0]]
    return flatDistanceMeters(a[0], a[1], b[0], b[1])
  }
  const durations = matrix.durations_min?.map((cells, row) =>
    cells.map((minutes, column) => {
      if (minutes !== null) return roundTenths(minutes * 60 * scaleFactor)
      if (fallbackSpeed === undefined) return null
      estimatedCells.push([row, column])
      return roundTenths((estimate(row, column) / fallbackSpeed) * scaleFactor)
    }),
  )
  const distances = matrix.distances_km?.map((cells, row) =>
    cells.map((km, column) =>
      km !== null ? roundTenths(km * 1000) : fallbackSpeed === undefined ? null : roundTenths(estimate(row, column)),
    ),
  )
  return {
    ...(annotations.includes('duration') && { durations }),
    ...(annotations.includes('distance') && { distances }),
    ...(estimatedCells.length > 0 && { fallback_speed_cells: estimatedCells }),
  }
}
