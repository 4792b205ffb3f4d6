import { Type } from 'typebox'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply, serializedReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { trackingProblems } from '../api/failures.ts'
import type { AssetReport } from './asset-report.ts'
import { toCsv } from './csv.ts'
import { tripProblems } from './failures.ts'
import type { GroupBy } from './group-cursor.ts'
import { addGroups } from './group-sums.ts'
import { type GroupPage, readGroups } from './grouped-reports.ts'
import { type AssetsQuery, listAssetIds, type ReportPage, readReports } from './read-reports.ts'
import { DaysReply, ReportQuerySchema, SummaryQuerySchema, SummaryReply } from './schemas.ts'
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
  errors: [400, 401, 403, 404, 422],
  failures,
} as const

const note =
  'Covers the listed assets, or all assets of the account or of a group, in pages. Without `roads`, the report does not count as a route.'
const security = [{ key: [] }] as const

/** Counts one quota unit per asset and day that is matched to roads. */
const countUnits = ({ query: { roads = false, days = 1, assets = '' } }: { readonly query: AssetsQuery }) =>
  roads ? days * listAssetIds(assets).length : 0

/** Creates the operations for reports on multiple assets. */
export function reportOperations(options: TripOptions): Operation[] {
  return [daysOperation(options), summaryOperation(options)]
}

const sumColumnNames = [
  ...['distance_km', 'trips', 'stops', 'driving_min', 'idle_min', 'stopped_min', 'unseen_min', 'max_kmh'],
  ...['harsh_braking', 'harsh_acceleration', 'speeding', 'speeding_min', 'first_depart_at', 'last_arrive_at'],
]

function daysOperation(options: TripOptions): Operation {
  return defineOperation({
    ...reportSettings,
    query: ReportQuerySchema,
    name: 'reports.days',
    path: '/v1/reports/days',
    docs: {
      operationId: 'reportDays',
      tags: ['Assets'],
      summary: 'Report distance and driving behavior by day',
      description: `Reports the distance, trips, stops, idle time and driving behavior of every asset for each local day. ${note}`,
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
        return toCsvReply(days, ['asset', 'name', 'time_zone', 'date', ...sumColumnNames], page.value, query)
      return jsonReply({ days, ...toNext(page.value) })
    },
  })
}

function summaryOperation(options: TripOptions): Operation {
  return defineOperation({
    ...reportSettings,
    query: SummaryQuerySchema,
    name: 'reports.summary',
    path: '/v1/reports/summary',
    docs: {
      operationId: 'reportSummary',
      tags: ['Assets'],
      summary: 'Report distance and driving behavior by asset, group or account',
      description: `Reports the distance, trips, stops, idle time and driving behavior over the period for every asset, every group of assets or the whole account, and the total. ${note}`,
      security,
    },
    reply: {
      description: 'The assets or groups and their total.',
      content: { 'application/json': { schema: SummaryReply }, 'text/csv': { schema: Type.String() } },
    },
    units: countUnits,
    async handle({ query }, context) {
      const { group_by = 'asset' } = query
      if (group_by !== 'asset') {
        const groups = await readGroups(options, context.caller, query, group_by, context.now())
        return groups.ok ? toGroupedReply(groups.value, group_by, query) : groups
      }
      const page = await readReports(options, context.caller, query, context.now())
      if (!page.ok) return page
      const rows = page.value.reports.map((report) => ({ report, sums: addSums(sumDays(report)) }))
      const assets = rows.map(({ report, sums }) => ({ ...toAssetFields(report), ...toSumsReply(sums) }))
      if (query.format === 'csv')
        return toCsvReply(assets, ['asset', 'name', 'time_zone', ...sumColumnNames], page.value, query)
      const total = { assets: assets.length, ...toSumsReply(addSums(rows.map(({ sums }) => sums))) }
      return jsonReply({ assets, total, ...toNext(page.value) })
    },
  })
}

function toGroupedReply(page: GroupPage, by: GroupBy, query: PageQuery) {
  const groups = page.groups.map(({ group, assets, timeZone, sums }) => ({
    group,
    assets,
    time_zone: timeZone ?? null,
    ...toSumsReply(sums),
  }))
  if (query.format === 'csv')
    return toCsvReply(
      groups,
      [...(by === 'group' ? ['group'] : []), 'assets', 'time_zone', ...sumColumnNames],
      page,
      query,
    )
  const { assets, sums } = addGroups(page.groups)
  const total = { assets, ...toSumsReply(sums) }
  return jsonReply({ assets: [], ...(by === 'group' && { groups }), total, ...toNext(page) })
}

const toNext = ({ next }: Pick<ReportPage, 'next'>) => (next === undefined ? {} : { next })

function toAssetFields({ asset, period }: AssetReport) {
  return { asset: asset.id, name: asset.name, time_zone: period.timeZone }
}

/** Query of a page. The next page has the same query, except for the cursor. */
interface PageQuery extends AssetsQuery {
  readonly format?: string
}

function toCsvReply(
  rows: Parameters<typeof toCsv>[0],
  columns: readonly string[],
  { next }: Pick<ReportPage, 'next'>,
  query: PageQuery,
) {
  const headers = next === undefined ? {} : { headers: { link: toNextLink(query, next) } }
  return serializedReply(
    toCsv(rows, columns, ({ time_zone }) => (typeof time_zone === 'string' ? time_zone : undefined)),
    { ...CSV_TYPE, ...headers },
  )
}

function toNextLink(query: PageQuery, next: string): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, after: next })) parameters.set(name, String(value))
  return `<?${parameters}>; rel="next"`
}
