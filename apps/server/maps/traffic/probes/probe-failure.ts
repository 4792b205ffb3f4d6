import type { SkippedSummary } from '../feeds/feed-content.ts'

/** Error for a file of positions that cannot be used. The message is shown after the file name. */
export class UnreadableProbesError extends Error {}

export function missingColumnError(column: string, names: readonly string[]): UnreadableProbesError {
  return new UnreadableProbesError(`the first line has no column for the ${column}; allowed: ${names.join(', ')}`)
}

export function noReadableRowsError({ count, first }: SkippedSummary): UnreadableProbesError {
  if (count === 0) return new UnreadableProbesError('it contains no positions; it must have one row per position')
  const rows = count === 1 ? 'row is' : 'rows are'
  return new UnreadableProbesError(`no position can be read: ${count} ${rows} invalid. First error: ${first[0]}`)
}
