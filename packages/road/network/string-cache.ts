import type { TextTable } from './network.ts'
import { readText } from './strings.ts'

/** Caches decoded strings. Each thread needs its own instance. */
export class TextCache {
  private readonly table: TextTable
  private readonly cache: (string | undefined)[] = []

  constructor(table: TextTable) {
    this.table = table
  }

  get(number: number): string {
    const cached = this.cache[number]
    if (cached !== undefined) return cached
    const text = readText(this.table, number)
    this.cache[number] = text
    return text
  }
}
