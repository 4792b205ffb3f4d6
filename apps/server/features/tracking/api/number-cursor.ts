/** Formats the value of `next` for lists in order of creation. */
export function formatNumberCursor(number: number): string {
  return `n${number.toString(36)}`
}

/** Largest number of an asset in PostgreSQL, which rejects queries with larger numbers. */
export const MAX_ASSET_NUMBER = 0x7fffffff

/** Parses a cursor. `max` is the largest number that the column can have. */
export function parseNumberCursor(text: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = /^n[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text.slice(1), 36) : undefined
  return number === undefined || number > max ? undefined : number
}

/**
 * Returns one page of a list in order of creation. `rows` may contain one row beyond the limit, which shows that more
 * rows follow. `cursor` then contains `next`.
 */
export function toNumberPage<Row extends { readonly number: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly cursor: { readonly next?: string } } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, cursor: rows.length > limit && last ? { next: formatNumberCursor(last.number) } : {} }
}
