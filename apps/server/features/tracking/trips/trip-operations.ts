import { Type } from 'typebox'
import { defineOperation, type Operation, type OperationContext } from '../../../operations/define-operation.ts'
import { jsonReply, serializedReply } from '../../../operations/reply.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail, type Result } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { AssetParameters } from '../api/schemas.ts'
import type { TrackingOptions } from '../options.ts'
import { type AssetReport, type ReportQuery, type ReportSource, reportAsset } from './asset-report.ts'
import { toCsv } from './csv.ts'
import { type PeriodFailure, tripProblems } from './failures.ts'
import { StopsQuery, StopsReply, TripsQuery, TripsReply } from './schemas.ts'
import { toReportHead, toStopReply, toTripReply } from './trip-replies.ts'

export interface TripOptions extends ReportSource, Pick<TrackingOptions, 'assets'> {}

export const CSV_TYPE = { type: 'text/csv; charset=utf-8' }
const failures = {
  ...pickProblems(trackingProblems, 'asset-not-found'),
  ...pickProblems(tripProblems, 'report-zone-unknown', 'report-date-unreadable', 'report-too-long'),
}
const tags = ['Assets'] as const
const security = [{ key: [] }] as const

async function findReport(
  options: TripOptions,
  context: OperationContext<AccountCaller, undefined>,
  id: string,
  query: ReportQuery,
): Promise<Result<AssetReport, PeriodFailure | TrackingFailureOf<'asset-not-found'>>> {
  const asset = await options.assets.find(context.caller.account, id)
  return asset
    ? await reportAsset(options, context.caller, asset, query, context.now())
    : fail({ kind: 'asset-not-found', id })
}

/** Creates the operations that return trips and stops from the track of one asset. */
export function tripOperations(options: TripOptions): Operation[] {
  return [tripsOperation(options), stopsOperation(options)]
}

const tripColumns = [
  'depart_at',
  'arrive_at',
  'start',
  'end',
  'distance_km',
  'distance_source',
  'duration_min',
  'idle_min',
]
const drivingColumns = [
  'unseen_min',
  'average_kmh',
  'max_kmh',
  'harsh_braking',
  'harsh_acceleration',
  'speeding',
  'speeding_min',
]

function tripsOperation(options: TripOptions): Operation {
  return defineOperation({
    name: 'assets.trips',
    method: 'GET',
    path: '/v1/assets/:id/trips',
    access: 'key',
    docs: {
      operationId: 'assetTrips',
      tags,
      summary: 'List the trips of an asset',
      description:
        'Returns the trips between stops, based on the track: distance, duration, idle time, harsh braking and acceleration, and, with `roads`, speeding compared with the speed limits of the map. Without `roads`, the request does not count as a route.',
      security,
    },
    params: AssetParameters,
    query: TripsQuery,
    reply: {
      description: 'Trips.',
      content: { 'application/json': { schema: TripsReply }, 'text/csv': { schema: Type.String() } },
    },
    errors: [400, 401, 403, 404, 422],
    failures,
    units: ({ query: { roads = false, days = 1 } }) => (roads ? days : 0),
    async handle({ params: { id }, query }, context) {
      const report = await findReport(options, context, id, query)
      if (!report.ok) return report
      const trips = report.value.trips.map(toTripReply)
      if (query.format === 'csv') {
        const { timeZone } = report.value.period
        return serializedReply(
          toCsv(trips, [...tripColumns, ...drivingColumns], () => timeZone),
          CSV_TYPE,
        )
      }
      const totalM = report.value.trips.reduce((sum, { distanceM }) => sum + distanceM, 0)
      return jsonReply({ ...toReportHead(report.value), trips, total_km: Math.round(totalM) / 1000 })
    },
  })
}

function stopsOperation(options: TripOptions): Operation {
  return defineOperation({
    name: 'assets.stops',
    method: 'GET',
    path: '/v1/assets/:id/stops',
    access: 'key',
    docs: {
      operationId: 'assetStops',
      tags,
      summary: 'List the stops of an asset',
      description:
        'Returns where and for how long an asset stood still, based on its track. Does not count as a route.',
      security,
    },
    params: AssetParameters,
    query: StopsQuery,
    reply: {
      description: 'Stops.',
      content: { 'application/json': { schema: StopsReply }, 'text/csv': { schema: Type.String() } },
    },
    errors: [400, 401, 403, 404, 422],
    failures,
    async handle({ params: { id }, query }, context) {
      const report = await findReport(options, context, id, query)
      if (!report.ok) return report
      const stops = report.value.stops.map(toStopReply)
      const { timeZone } = report.value.period
      if (query.format === 'csv')
        return serializedReply(
          toCsv(stops, ['at', 'arrive_at', 'depart_at', 'duration_min'], () => timeZone),
          CSV_TYPE,
        )
      return jsonReply({ ...toReportHead(report.value), stops })
    },
  })
}
