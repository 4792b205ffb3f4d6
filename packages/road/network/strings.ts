import type { TextTable } from './network.ts'

const decoder = new TextDecoder()

/** A text as a string. Slow beside copying its bytes: for messages, guidance at compile time and the like. */
export function readText({ first, bytes }: TextTable, number: number): string {
  if (number === 0) return ''
  // TextDecoder refuses views of shared memory.
  const escaped = decoder.decode(bytes.slice(first[number], first[number + 1]))
  return escaped.includes('\\') ? (JSON.parse(`"${escaped}"`) as string) : escaped
}
