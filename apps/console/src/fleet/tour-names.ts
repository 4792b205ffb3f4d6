import { persistentSignal } from '../state/persistent-signal.ts'

type NamesBySolution = Readonly<Record<string, readonly string[]>>

/** Maximum number of stored solutions. Solutions expire after a day, so a few are enough. */
const MAX_SOLUTIONS = 5

const isNames = (value: unknown): value is NamesBySolution =>
  typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray)

/** Names of the stops of dispatched tours. The service stores only their positions. */
const storedNames = persistentSignal<NamesBySolution>('tour-names', {}, isNames)

export function keepTourNames(solution: string, names: readonly string[]): void {
  const otherNames = Object.entries(storedNames.peek()).filter(([id]) => id !== solution)
  storedNames.value = Object.fromEntries([...otherNames.slice(1 - MAX_SOLUTIONS), [solution, names]])
}

export function findTourStopName(solution: string | undefined, stop: number): string | undefined {
  const name = solution === undefined ? undefined : storedNames.value[solution]?.[stop]
  return name === undefined || name === '' ? undefined : name
}
