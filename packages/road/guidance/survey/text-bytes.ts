import type { TextTable } from '../../network/network.ts'

const SPACE = 0x20
/** A last word shorter than this says too little: "Rua A" is not the beginning of "Rua Alegre". */
const TELLING_BYTES = 4

/**
 * Is text `a` the beginning of text `b`, up to the end of a word, or with a telling word that goes on: "Hauptstraße" is
 * the beginning of "Hauptstraße Nord" and of "Hauptstraßentunnel". The empty text is the beginning of every text.
 */
export function isBeginning({ first, bytes }: TextTable, a: number, b: number): boolean {
  const [beginA, beginB] = [first[a], first[b]]
  const length = first[a + 1] - beginA
  if (length > first[b + 1] - beginB) return false
  for (let i = 0; i < length; i++) if (bytes[beginA + i] !== bytes[beginB + i]) return false
  if (length === 0 || beginB + length === first[b + 1] || bytes[beginB + length] === SPACE) return true
  let lastWord = 0
  while (lastWord < length && bytes[beginA + length - 1 - lastWord] !== SPACE) lastWord++
  return lastWord >= TELLING_BYTES
}

/** Does text `a` occur in text `b`? */
export function occursIn({ first, bytes }: TextTable, a: number, b: number): boolean {
  const length = first[a + 1] - first[a]
  for (let start = first[b]; start + length <= first[b + 1]; start++) {
    let i = 0
    while (i < length && bytes[first[a] + i] === bytes[start + i]) i++
    if (i === length) return true
  }
  return false
}
