export interface Counted {
  readonly calls: number
  readonly routes: number
}
export type DayLine = Counted & { readonly day: string }
export type OperationLine = Counted & { readonly operation: string }

const DAY_MS = 86_400_000

/** Every day up to today, including days without calls. Days are in UTC, as the service counts them. */
export function callsByDay(lines: readonly DayLine[], days: number, nowMs: number) {
  const calls = new Map<string, number>()
  for (const { day, calls: count } of lines) calls.set(day, (calls.get(day) ?? 0) + count)
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(nowMs - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { label: day, value: calls.get(day) ?? 0 }
  })
}

/** Sorted by number of calls, highest first. */
export function sumByOperation(lines: readonly OperationLine[]): readonly OperationLine[] {
  const sums = new Map<string, OperationLine>()
  for (const { operation, calls, routes } of lines) {
    const before = sums.get(operation) ?? { operation, calls: 0, routes: 0 }
    sums.set(operation, { operation, calls: before.calls + calls, routes: before.routes + routes })
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls || a.operation.localeCompare(b.operation))
}
