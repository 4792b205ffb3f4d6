import type { NativeStep } from './native-route.ts'

/** Rounds to one decimal, as OSRM does. */
export function roundTenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** Returns the names of the two roads with the longest durations, in the order of the route. */
export function summarizeSteps(steps: readonly NativeStep[]): string {
  const seconds = new Map<string, number>()
  for (const { name, ref = '', duration_s } of steps) {
    const label = name || ref
    if (label !== '') seconds.set(label, (seconds.get(label) ?? 0) + duration_s)
  }
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of seconds.values()) {
    if (value > first) [first, second] = [value, first]
    else if (value > second) second = value
  }
  const longestNames: string[] = []
  // Among roads with equal durations, the earlier roads are named.
  for (const roadSeconds of [first, second]) {
    for (const [label, value] of seconds) {
      if (value !== roadSeconds || longestNames.includes(label)) continue
      longestNames.push(label)
      break
    }
  }
  return [...seconds.keys()].filter((label) => longestNames.includes(label)).join(', ')
}
