import type { TextTable } from '../../network/network.ts'

/** Collects distinct strings and numbers them. The empty string has the number 0. */
export class StringTableBuilder {
  readonly #idByString = new Map<string, number>([['', 0]])

  add(string: string): number {
    const existing = this.#idByString.get(string)
    if (existing !== undefined) return existing
    const number = this.#idByString.size
    this.#idByString.set(string, number)
    return number
  }

  build(): TextTable {
    const encoder = new TextEncoder()
    const encoded = [...this.#idByString.keys()].map((string) => encoder.encode(JSON.stringify(string).slice(1, -1)))
    const first = new Uint32Array(encoded.length + 1)
    encoded.forEach((stringBytes, i) => {
      first[i + 1] = first[i] + stringBytes.length
    })
    const bytes = new Uint8Array(first[encoded.length])
    encoded.forEach((stringBytes, i) => {
      bytes.set(stringBytes, first[i])
    })
    return { count: encoded.length, first, bytes }
  }
}
