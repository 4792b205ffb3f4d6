import type { TextTable } from '../../network/network.ts'

/** Collects distinct strings by number. The empty string is 0. */
export class TextBuilder {
  readonly #numbers = new Map<string, number>([['', 0]])

  add(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  finish(): TextTable {
    const encoder = new TextEncoder()
    const parts = [...this.#numbers.keys()].map((text) => encoder.encode(JSON.stringify(text).slice(1, -1)))
    const first = new Uint32Array(parts.length + 1)
    parts.forEach((part, i) => {
      first[i + 1] = first[i] + part.length
    })
    const bytes = new Uint8Array(first[parts.length])
    parts.forEach((part, i) => {
      bytes.set(part, first[i])
    })
    return { count: parts.length, first, bytes }
  }
}
