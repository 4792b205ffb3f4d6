import type { TextTable } from '@fairway/road'

/** Collects strings without duplicates. They are stored JSON-encoded so that a response can copy the bytes. */
export class TextCollector {
  private readonly numbers = new Map<string, number>([['', 0]])

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(text, number)
    return number
  }

  finish(): TextTable {
    const encoder = new TextEncoder()
    const encoded = [...this.numbers.keys()].map((text) => encoder.encode(JSON.stringify(text).slice(1, -1)))
    const first = new Uint32Array(encoded.length + 1)
    encoded.forEach((bytes, index) => {
      first[index + 1] = first[index] + bytes.length
    })
    const bytes = new Uint8Array(first[encoded.length])
    encoded.forEach((part, index) => {
      bytes.set(part, first[index])
    })
    return { count: encoded.length, first, bytes }
  }
}
