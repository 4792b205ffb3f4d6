import type { Skipped } from '../feeds/feed-content.ts'

/** Why a file of positions cannot be used. The message follows the file name. */
export class ProbesUnreadable extends Error {}

export function noColumn(what: string, names: readonly string[]): ProbesUnreadable {
  return new ProbesUnreadable(`the first line names no column with the ${what}; allowed: ${names.join(', ')}`)
}

export function nothingReadable({ count, first }: Skipped): ProbesUnreadable {
  if (count === 0) return new ProbesUnreadable('there are no positions in it; it must have a row for each')
  const rows = count === 1 ? 'row is' : 'rows are'
  return new ProbesUnreadable(`no position can be read: ${count} ${rows} wrong, the first: ${first[0]}`)
}
