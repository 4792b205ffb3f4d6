import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply, serializedReply } from '../../../operations/reply.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { formatNumberCursor, parseNumberCursor } from '../api/number-cursor.ts'
import type { Asset } from '../assets/asset.ts'
import { type AssetReport, type ReportQuery, reportAsset } from './asset-report.ts'
import { toCsv } from './csv.ts'
import { type TripFailure, tripProblems } from './failures.ts'
import { MAX_REPORT_POSITIONS } from './read-fixes.ts'
import { DaysReply, MAX_REPORT_ASSETS, MAX_ROAD_ASSETS, ReportQuerySchema, SummaryReply } from './schemas.ts'
import { addSums, sumDays } from './sum-days.ts'
import { CSV_TYPE, type TripOptions } from './trip-operations.ts'
import { toSumsReply } from './trip-replies.ts'

const failures = {
  ...pickProblems(trackingProblems, 'asset-not-found', 'cursor-unknown'),
  ...tripProblems,
}

const reportSettings = {
  method: 'GET',
  access: 'key',
  query: ReportQuerySchema,
  errors: [400, 401, 403, 404, 422],
  failures,
} as const

const note =
  'Covers the named assets, or all assets of the account or of a group, in pages. Without `roads`, the report does not count as a route.'
const security = [{ key: [] }] as const

type Query = ReportQuery & { readonly assets?: string; readonly group?: string; readonly after?: string }

/** Counts one quota unit per asset and day that is matched to roads. */
const countUnits = ({ query: { roads = false, days = 1, assets = '' } }: { readonly query: Query }) =>
  roads ? days * listAssetIds(assets).length : 0

/** Creates the operations for reports on several assets. */
export function reportOperations(options: TripOptions): Operation[] {
  return [daysOperation(options), summaryOperation(options)]
}

const sumColumns = [
  ...['distance_km', 'trips', 'stops', 'driving_min', 'idle_min', 'stopped_min', 'unseen_min', 'max_kmh'],
  ...['harsh_braking', 'harsh_acceleration', 'speeding', 'speeding_min', 'first_depart_at', 'last_arrive_at'],
]

function daysOperation(options: TripOptions): Operation {
  return defineOperation({
    ...reportSettings,
    name: 'reports.days',
    path: '/v1/reports/days',
    docs: {
      operationId: 'reportDays',
      tags: ['Assets'],
      summary: 'Report distance and driving behavior by day',
      description: `Distance, trips, stops, idle time and driving behavior of every asset for each local day. ${note}`,
      security,
    },
    reply: {
      description: 'Days.',
      content: { 'application/json': { schema: DaysReply }, 'text/csv': { schema: Type.String() } },
    },
    units: countUnits,
    async handle({ query }, context) {
      const page = await readReports(options, context.caller, query, context.now())
      if (!page.ok) return page
      const days = page.value.reports.flatMap((report) =>
        sumDays(report).map(({ date, ...sums }) => ({ ...toAssetFields(report), date, ...toSumsReply(sums) })),
      )
      if (query.format === 'csv')
        return toCsvReply(days, ['asset', 'name', 'time_zone', 'date', ...sumColumns], page.value)
      return jsonReply({ days, ...toNext(page.value) })
    },
  })
}

function summaryOperation(options: TripOptions): Operation {
  return defineOperation({
    ...reportSettings,
    name: 'reports.summary',
    path: '/v1/reports/summary',
    docs: {
      operationId: 'reportSummary',
      tags: ['Assets'],
      summary: 'Report distance and driving behavior by asset',
      description: `Distance, trips, stops, idle time and driving behavior of every asset over the period, and the total for all assets. ${note}`,
      security,
    },
    reply: {
      description: 'The assets and their total.',
      content: { 'application/json': { schema: SummaryReply }, 'text/csv': { schema: Type.String() } },
    },
    units: countUnits,
    async handle({ query }, context) {
      const page = await readReports(options, context.caller, query, context.now())
      if (!page.ok) return page
      const rows = page.value.reports.map((report) => ({ report, sums: addSums(sumDays(report)) }))
      const assets = rows.map(({ report, sums }) => ({ ...toAssetFields(report), ...toSumsReply(sums) }))
      if (query.format === 'csv') return toCsvReply(assets, ['asset', 'name', 'time_zone', ...sumColumns], page.value)
      return jsonReply({ assets, total: toSumsReply(addSums(rows.map(({ sums }) => sums))), ...toNext(page.value) })
    },
  })
}

interface ReportPage {
  readonly reports: readonly AssetReport[]
  readonly next: string | undefined
}

/**
 * Reads the reports of a page. The page ends early when it has read as many positions as a report of one asset allows.
 */
async function readReports(
  options: TripOptions,
  caller: AccountCaller,
  query: Query,
  nowMs: number,
): Promise<Result<ReportPage, TripFailure | TrackingFailureOf<'asset-not-found' | 'cursor-unknown'>>> {
  const assetCount = listAssetIds(query.assets ?? '').length
  if (query.roads && (assetCount === 0 || assetCount > MAX_ROAD_ASSETS))
    return fail({ kind: 'report-roads-unbounded', given: assetCount, max: MAX_ROAD_ASSETS })
  const assetList = await listAssets(options, caller.account, query)
  if (!assetList.ok) return assetList
  const reports: AssetReport[] = []
  let positions = 0
  for (const asset of assetList.value.assets) {
    if (positions >= MAX_REPORT_POSITIONS && query.assets === undefined) return ok({ reports, next: toCursor(reports) })
    const report = await reportAsset(options, caller, asset, query, nowMs)
    if (!report.ok) return report
    reports.push(report.value)
    positions += report.value.positions
    await setImmediate()
  }
  return ok({ reports, next: assetList.value.hasMore ? toCursor(reports) : undefined })
}

async function listAssets(
  { assets }: TripOptions,
  account: number,
  query: Query,
): Promise<
  Result<
    { readonly assets: readonly Asset[]; readonly hasMore: boolean },
    TrackingFailureOf<'asset-not-found' | 'cursor-unknown'>
  >
> {
  if (query.assets === undefined) {
    const from = query.after === undefined ? 0 : parseNumberCursor(query.after)
    if (from === undefined) return fail({ kind: 'cursor-unknown', given: query.after ?? '' })
    const page = await assets.list(account, from, MAX_REPORT_ASSETS + 1, { group: query.group })
    return ok({ assets: page.slice(0, MAX_REPORT_ASSETS), hasMore: page.length > MAX_REPORT_ASSETS })
  }
  const namedAssets: Asset[] = []
  for (const id of listAssetIds(query.assets)) {
    const asset = await assets.find(account, id)
    if (!asset) return fail({ kind: 'asset-not-found', id })
    if (query.group === undefined || asset.group === query.group) namedAssets.push(asset)
  }
  return ok({ assets: namedAssets, hasMore: false })
}

function listAssetIds(text: string): string[] {
  return [...new Set(text.split(',').filter(Boolean))]
}

const toCursor = (reports: readonly AssetReport[]) => formatNumberCursor(reports.at(-1)?.asset.number ?? 0)
const toNext = ({ next }: ReportPage) => (next === undefined ? {} : { next })

function toAssetFields({ asset, period }: AssetReport) {
  return { asset: asset.id, name: asset.name, time_zone: period.timeZone }
}

function toCsvReply(rows: Parameters<typeof toCsv>[0], columns: readonly string[], { next }: ReportPage) {
  const headers =
    next === undefined ? {} : { headers: { link: `<?${new URLSearchParams({ after: next })}>; rel="next"` } }
  return serializedReply(
    toCsv(rows, columns, ({ time_zone }) => String(time_zone)),
    { ...CSV_TYPE, ...headers },
  )
}
