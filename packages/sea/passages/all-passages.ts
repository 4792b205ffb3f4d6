import { canals } from './canals.ts'
import type { Passage } from './passage.ts'
import { straits } from './straits.ts'

export const passages: readonly Passage[] = [...canals, ...straits]

export const passageIds: readonly string[] = passages.map(({ id }) => id)

export function findPassage(id: string): Passage | undefined {
  return passages.find((passage) => passage.id === id)
}
