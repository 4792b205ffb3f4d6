import type { AssetReport } from './asset-report.ts'
import { addSums, type ReportSums, sumDays } from './sum-days.ts'

/** Totals of multiple assets. */
export interface GroupSums {
  /** Name of the group. Null for the assets without a group, and for all assets of an account. */
  readonly group: string | null
  readonly assets: number
  /**
   * Time zone of all assets with positions. Null if their time zones differ, and undefined if no asset has positions.
   */
  readonly timeZone: string | null | undefined
  readonly sums: ReportSums
}

export function emptyGroup(group: string | null): GroupSums {
  return { group, assets: 0, timeZone: undefined, sums: addSums([]) }
}

export function addReport({ group, assets, timeZone, sums }: GroupSums, report: AssetReport): GroupSums {
  return {
    group,
    assets: assets + 1,
    timeZone: report.positions > 0 ? mergeTimeZones(timeZone, report.period.timeZone) : timeZone,
    sums: addSums([sums, addSums(sumDays(report))]),
  }
}

/** Adds up the totals of groups. */
export function addGroups(groups: readonly GroupSums[]): Pick<GroupSums, 'assets' | 'sums'> {
  return {
    assets: groups.reduce((total, { assets }) => total + assets, 0),
    sums: addSums(groups.map(({ sums }) => sums)),
  }
}

/** Compares names by code units, like all lists that do not depend on a language. Assets without a group come last. */
export function compareGroups(first: string | null, second: string | null): number {
  if (first === second) return 0
  if (first === null || second === null) return first === null ? 1 : -1
  return first < second ? -1 : 1
}

function mergeTimeZones(merged: string | null | undefined, timeZone: string): string | null {
  return merged === undefined || merged === timeZone ? timeZone : null
}
