import type { TextTable } from './network.ts'
import { readText } from './strings.ts'

/** Decoded strings, cached. Memory of one thread. */
export class TextCache {
  private readonly table: TextTable
  private readonly known: (string | undefined)[] = []

  constructor(table: TextTable) {
    this.table = table
  }

  get(number: number): string {
    const known = this.known[number]
    if (known !== undefined) return known
    const text = readText(this.table, number)
    this.known[number] = text
    return text
  }
}
