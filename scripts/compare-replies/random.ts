import { hash } from 'node:crypto'

/** Creates random values that depend only on the seed. */
export function createRandom(seed: string) {
  let count = 0
  const next = (): number => Number.parseInt(hash('sha1', `${seed} ${count++}`).slice(0, 8), 16) / 2 ** 32
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    of: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    round: (min: number, max: number, digits = 4): number => Number((min + next() * (max - min)).toFixed(digits)),
    many: <T>(min: number, max: number, create: () => T): T[] => Array.from({ length: int(min, max) }, create),
    chance: (share: number): boolean => next() < share,
  }
}

export type Random = ReturnType<typeof createRandom>
