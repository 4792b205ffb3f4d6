interface UsageCounts {
  readonly calls: number
  readonly routes: number
}
export type DayUsage = UsageCounts & { readonly day: string }
export type OperationUsage = UsageCounts & { readonly operation: string }

const DAY_MS = 86_400_000

/** Sums the calls of every day up to today, including days without calls. Days are in UTC, as in the service. */
export function sumCallsByDay(usages: readonly DayUsage[], days: number, nowMs: number) {
  const calls = new Map<string, number>()
  for (const { day, calls: count } of usages) calls.set(day, (calls.get(day) ?? 0) + count)
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(nowMs - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { label: day, value: calls.get(day) ?? 0 }
  })
}

/** Sums the calls by operation and sorts by number of calls, highest first. */
export function sumByOperation(usages: readonly OperationUsage[]): readonly OperationUsage[] {
  const sums = new Map<string, OperationUsage>()
  for (const { operation, calls, routes } of usages) {
    const previousSum = sums.get(operation) ?? { operation, calls: 0, routes: 0 }
    sums.set(operation, { operation, calls: previousSum.calls + calls, routes: previousSum.routes + routes })
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls || a.operation.localeCompare(b.operation))
}
