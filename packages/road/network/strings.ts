import type { TextTable } from './network.ts'

const decoder = new TextDecoder()

/**
 * Decodes a string. Decoding is slow compared with copying bytes, so it is meant for messages, guidance at compile time
 * and similar uses.
 */
export function readText({ first, bytes }: TextTable, number: number): string {
  if (number === 0) return ''
  // TextDecoder rejects views of shared memory.
  const escapedString = decoder.decode(bytes.slice(first[number], first[number + 1]))
  return escapedString.includes('\\') ? (JSON.parse(`"${escapedString}"`) as string) : escapedString
}
