/** Text of a file, and the assumptions made to decode it. */
export interface DecodedText {
  readonly text: string
  readonly warning?: string
}

/** Number of leading bytes to inspect for zeros, enough to show whether every second byte is zero. */
const SNIFFED_BYTES = 64

/**
 * Decodes UTF-8 or UTF-16 (written by some editors), and otherwise Windows Latin-1, in which many OpenAir files are
 * published. Decoding Latin-1 as UTF-8 would silently lose accented letters.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16Encoding = detectUtf16(bytes)
  if (utf16Encoding)
    return {
      text: new TextDecoder(utf16Encoding).decode(bytes),
      warning: `is not UTF-8; it was read as ${utf16Encoding.toUpperCase()}`,
    }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    return { text, warning: 'is not UTF-8; it was read as Latin-1 (Windows-1252): check the accented letters' }
  }
}

/** Detects UTF-16 by the byte order mark, or by zero bytes, which single-byte text does not contain. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, SNIFFED_BYTES)
  const zeroCounts = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeroCounts[index % 2]++
  })
  const [minZeros, maxZeros] = [Math.min(...zeroCounts), Math.max(...zeroCounts)]
  if (maxZeros === 0 || maxZeros < head.length / 4 || minZeros > maxZeros / 4) return undefined
  return zeroCounts[1] > zeroCounts[0] ? 'utf-16le' : 'utf-16be'
}
