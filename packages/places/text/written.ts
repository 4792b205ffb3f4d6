/**
 * Folding makes Малис and Malis equal, and Stötz and Stotz. A user who types one of them usually means that spelling.
 * Names beyond plain Latin letters are stored as hashes of their spelling, to break ties between folded names. Hashes
 * take a third of the space of the names.
 */
const MARK = ','
const DIGITS = 7
const isPlain = /^[\0-\x7f]*$/

/** Keys of all names that folding changes; empty when there are none. */
export function writtenKeys(names: readonly string[]): string {
  const keys = names.map(writtenKey).filter((key) => key !== undefined)
  return [...new Set(keys)].join('')
}

/** Undefined for plain Latin letters, which folding does not change. */
export function writtenKey(name: string): string | undefined {
  if (isPlain.test(name)) return undefined
  const text = name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
  return MARK + hash(text).toString(36).padStart(DIGITS, '0')
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
