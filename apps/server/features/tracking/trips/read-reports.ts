import { setImmediate } from 'node:timers/promises'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailureOf } from '../api/failures.ts'
import { formatNumberCursor, MAX_ASSET_NUMBER, parseNumberCursor } from '../api/number-cursor.ts'
import type { Asset } from '../assets/asset.ts'
import { type AssetReport, type ReportQuery, reportAsset } from './asset-report.ts'
import type { TripFailure } from './failures.ts'
import { MAX_REPORT_POSITIONS } from './read-fixes.ts'
import { MAX_REPORT_ASSETS, MAX_ROAD_ASSETS } from './schemas.ts'
import type { TripOptions } from './trip-operations.ts'

export interface AssetsQuery extends ReportQuery {
  readonly assets?: string
  readonly group?: string
  readonly after?: string
}

export type ReportFailure = TripFailure | TrackingFailureOf<'asset-not-found' | 'cursor-unknown'>

export interface ReportPage {
  readonly reports: readonly AssetReport[]
  readonly next: string | undefined
}

/**
 * Reads the reports of a page. The page ends early once as many positions have been read as a report of one asset
 * allows.
 */
export async function readReports(
  options: TripOptions,
  caller: AccountCaller,
  query: AssetsQuery,
  nowMs: number,
): Promise<Result<ReportPage, ReportFailure>> {
  const assetCount = listAssetIds(query.assets ?? '').length
  if (query.roads && (assetCount === 0 || assetCount > MAX_ROAD_ASSETS))
    return fail({ kind: 'report-roads-unbounded', given: assetCount, max: MAX_ROAD_ASSETS })
  const assetList = await listAssets(options, caller.account, query)
  if (!assetList.ok) return assetList
  const reports: AssetReport[] = []
  let positionCount = 0
  for (const asset of assetList.value.assets) {
    if (positionCount >= MAX_REPORT_POSITIONS && query.assets === undefined)
      return ok({ reports, next: toCursor(reports) })
    const report = await reportAsset(options, caller, asset, query, nowMs)
    if (!report.ok) return report
    reports.push(report.value)
    positionCount += report.value.positions
    await setImmediate()
  }
  return ok({ reports, next: assetList.value.hasMore ? toCursor(reports) : undefined })
}

async function listAssets(
  { assets }: TripOptions,
  account: number,
  query: AssetsQuery,
): Promise<
  Result<
    { readonly assets: readonly Asset[]; readonly hasMore: boolean },
    TrackingFailureOf<'asset-not-found' | 'cursor-unknown'>
  >
> {
  if (query.assets === undefined) {
    const from = query.after === undefined ? 0 : parseNumberCursor(query.after, MAX_ASSET_NUMBER)
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

export function listAssetIds(text: string): string[] {
  return [...new Set(text.split(',').filter(Boolean))]
}

const toCursor = (reports: readonly AssetReport[]) => formatNumberCursor(reports.at(-1)?.asset.number ?? 0)
