import { canals } from './canals.ts'
import { narrows } from './narrows.ts'
import type { Passage } from './passage.ts'
import { straits } from './straits.ts'

export const passages: readonly Passage[] = [...canals, ...straits, ...narrows]

export const passageIds: readonly string[] = passages.map(({ id }) => id)

export function findPassage(id: string): Passage | undefined {
  return passages.find((passage) => passage.id === id)
}

/** Finds a passage by ID or by a common name, such as "Suez Canal", "strait of Hormuz", or "Bab-el-Mandeb". */
export function findPassageByName(text: string): Passage | undefined {
  const normalizedName = normalizeName(text)
  if (normalizedName === '') return undefined
  return passages.find(({ id, name, otherNames = [] }) =>
    [id, name, ...otherNames].some((candidate) => normalizeName(candidate) === normalizedName),
  )
}

function normalizeName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ø/gi, 'o')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .replace(/\b(the|of|canal|straits?|channel|passage|pass|cape|locks|cut)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}
