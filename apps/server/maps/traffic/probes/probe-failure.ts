import type { Skipped } from '../feeds/feed-content.ts'

/** Why a file of positions cannot be used. The message follows the file name. */
export class ProbesUnreadable extends Error {}

export function noColumn(what: string, names: readonly string[]): ProbesUnreadable {
  return new ProbesUnreadable(`the first line has no column for the ${what}; allowed: ${names.join(', ')}`)
}

export function nothingReadable({ count, first }: Skipped): ProbesUnreadable {
  if (count === 0) return new ProbesUnreadable('it contains no positions; it must have one row per position')
  const rows = count === 1 ? 'row is' : 'rows are'
  return new ProbesUnreadable(`no position can be read: ${count} ${rows} wrong, the first: ${first[0]}`)
}
