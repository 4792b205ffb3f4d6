import { setImmediate } from 'node:timers/promises'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AssetFilter } from '../assets/asset-store.ts'
import { reportAsset } from './asset-report.ts'
import { formatGroupCursor, type GroupBy, type GroupCursor, parseGroupCursor } from './group-cursor.ts'
import { addReport, compareGroups, emptyGroup, type GroupSums } from './group-sums.ts'
import { type AssetsQuery, type ReportFailure, readReports } from './read-reports.ts'
import { MAX_REPORT_ASSETS } from './schemas.ts'
import type { TripOptions } from './trip-operations.ts'

export interface GroupPage {
  /** Finished groups, in order of their names. For an account, its totals so far. */
  readonly groups: readonly GroupSums[]
  readonly next: string | undefined
}

/**
 * Work of one page: about as much as ten pages of a report by asset, which takes a few seconds. Most accounts need only
 * one page.
 */
export const groupedPageLimits = { assets: 1000, positions: 500_000 }

/** Sums up assets by group, or for the whole account. A group is part of the page on which its last asset is read. */
export async function readGroups(
  options: TripOptions,
  caller: AccountCaller,
  query: AssetsQuery,
  by: GroupBy,
  nowMs: number,
  limits = groupedPageLimits,
): Promise<Result<GroupPage, ReportFailure>> {
  if (query.assets !== undefined || query.roads) return await readNamedGroups(options, caller, query, by, nowMs)
  const cursor = query.after === undefined ? undefined : parseGroupCursor(query.after, by)
  if (query.after !== undefined && !cursor) return fail({ kind: 'cursor-unknown', given: query.after })
  const budget = { ...limits }
  const groups: GroupSums[] = []
  for (const { group, filter } of await listFilters(options, caller.account, query, by, cursor)) {
    const start = cursor?.partial.group === group ? cursor : { afterNumber: 0, partial: emptyGroup(group) }
    const progress = await readGroup(options, caller, query, filter, start, nowMs, budget)
    if (!progress.ok) return progress
    const { isFinished, ...end } = progress.value
    if (by === 'account' || (isFinished && end.partial.assets > 0)) groups.push(end.partial)
    if (!isFinished) return ok({ groups, next: formatGroupCursor(end, by) })
  }
  return ok({ groups, next: undefined })
}

/** Sums up the named assets, which always fit into one page. */
async function readNamedGroups(
  options: TripOptions,
  caller: AccountCaller,
  query: AssetsQuery,
  by: GroupBy,
  nowMs: number,
): Promise<Result<GroupPage, ReportFailure>> {
  const page = await readReports(options, caller, query, nowMs)
  if (!page.ok) return page
  const groups = new Map<string | null, GroupSums>()
  if (by === 'account') groups.set(null, emptyGroup(null))
  for (const report of page.value.reports) {
    const group = by === 'account' ? null : (report.asset.group ?? null)
    groups.set(group, addReport(groups.get(group) ?? emptyGroup(group), report))
  }
  const sorted = [...groups.values()].sort((first, second) => compareGroups(first.group, second.group))
  return ok({ groups: sorted, next: undefined })
}

interface GroupFilter {
  readonly group: string | null
  readonly filter: AssetFilter
}

/** Lists the groups, starting at the cursor. */
async function listFilters(
  { assets }: TripOptions,
  account: number,
  query: AssetsQuery,
  by: GroupBy,
  cursor: GroupCursor | undefined,
): Promise<readonly GroupFilter[]> {
  if (by === 'account') return [{ group: null, filter: { group: query.group } }]
  const groups = new Set(query.group === undefined ? await assets.listGroups(account) : [query.group])
  // The last asset of a group can leave it between two pages. The assets that were read before still count.
  if (cursor && cursor.partial.assets > 0) groups.add(cursor.partial.group)
  return [...groups]
    .filter((group) => !cursor || compareGroups(group, cursor.partial.group) >= 0)
    .sort(compareGroups)
    .map((group) => ({ group, filter: { group } }))
}

/** Adds the assets of a group to its totals until the budget is used up. */
async function readGroup(
  options: TripOptions,
  caller: AccountCaller,
  query: AssetsQuery,
  filter: AssetFilter,
  start: GroupCursor,
  nowMs: number,
  budget: { assets: number; positions: number },
): Promise<Result<GroupCursor & { readonly isFinished: boolean }, ReportFailure>> {
  let { afterNumber, partial } = start
  for (;;) {
    const page = await options.assets.list(caller.account, afterNumber, MAX_REPORT_ASSETS, filter)
    for (const asset of page) {
      if (budget.assets <= 0 || budget.positions <= 0) return ok({ afterNumber, partial, isFinished: false })
      const report = await reportAsset(options, caller, asset, query, nowMs)
      if (!report.ok) return report
      partial = addReport(partial, report.value)
      afterNumber = asset.number
      budget.assets--
      budget.positions -= report.value.positions
      await setImmediate()
    }
    if (page.length < MAX_REPORT_ASSETS) return ok({ afterNumber, partial, isFinished: true })
  }
}
