/**
 * Folding makes Малис and Malis the same, and Stötz and Stotz. Whoever writes one of them mostly means what is written so:
 * names that are not plain Latin letters are kept as numbers of what is written, and decide between what folding has made
 * equal. Numbers, as the texts themselves would take three times the room.
 */
const MARK = ','
const DIGITS = 7
const isPlain = /^[\0-\x7f]*$/

/** Of all names that folding changes; empty when it changes none. */
export function writtenKeys(names: readonly string[]): string {
  const keys = names.map(writtenKey).filter((key) => key !== undefined)
  return [...new Set(keys)].join('')
}

/** Undefined for plain Latin letters, which look the same after folding. */
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
