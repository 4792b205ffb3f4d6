import type { TextTable } from '@fairway/road'

/** Collects strings without duplicates. The strings are stored as JSON, so that responses can copy the bytes. */
export class StringCollector {
  private readonly indices = new Map<string, number>([['', 0]])

  intern(string: string): number {
    const existingIndex = this.indices.get(string)
    if (existingIndex !== undefined) return existingIndex
    const number = this.indices.size
    this.indices.set(string, number)
    return number
  }

  finish(): TextTable {
    const encoder = new TextEncoder()
    const encoded = [...this.indices.keys()].map((string) => encoder.encode(JSON.stringify(string).slice(1, -1)))
    const first = new Uint32Array(encoded.length + 1)
    encoded.forEach((bytes, index) => {
      first[index + 1] = first[index] + bytes.length
    })
    const bytes = new Uint8Array(first[encoded.length])
    encoded.forEach((encodedString, index) => {
      bytes.set(encodedString, first[index])
    })
    return { count: encoded.length, first, bytes }
  }
}
