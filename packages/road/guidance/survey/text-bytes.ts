import type { TextTable } from '../../network/network.ts'

const SPACE = 0x20
/**
 * Minimum length of the last word for a match within a longer word. A shorter word is weak evidence: "Rua Alegre" does
 * not continue "Rua A".
 */
const MIN_LAST_WORD_BYTES = 4

/**
 * Returns true if string `a` is a prefix of string `b` at a word boundary or within a sufficiently long word. For
 * example, "Hauptstraße" is a prefix of "Hauptstraße Nord" and of "Hauptstraßentunnel". The empty string is a prefix of
 * every string.
 */
export function isPrefix({ first, bytes }: TextTable, a: number, b: number): boolean {
  const [startA, startB] = [first[a], first[b]]
  const length = first[a + 1] - startA
  if (length > first[b + 1] - startB) return false
  for (let i = 0; i < length; i++) if (bytes[startA + i] !== bytes[startB + i]) return false
  if (length === 0 || startB + length === first[b + 1] || bytes[startB + length] === SPACE) return true
  let lastWordBytes = 0
  while (lastWordBytes < length && bytes[startA + length - 1 - lastWordBytes] !== SPACE) lastWordBytes++
  return lastWordBytes >= MIN_LAST_WORD_BYTES
}

/** Returns true if string `a` occurs in string `b`. */
export function occursIn({ first, bytes }: TextTable, a: number, b: number): boolean {
  const length = first[a + 1] - first[a]
  for (let start = first[b]; start + length <= first[b + 1]; start++) {
    let i = 0
    while (i < length && bytes[first[a] + i] === bytes[start + i]) i++
    if (i === length) return true
  }
  return false
}
