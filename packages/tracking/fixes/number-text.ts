/**
 * Encodes integers as differences in groups of five bits, like polyline coordinates. Times in tenths of a second take
 * two characters per point instead of six.
 */
export function encodeNumbers(values: ArrayLike<number>): string {
  let encoded = ''
  let previousValue = 0
  for (let i = 0; i < values.length; i++) {
    const delta = values[i] - previousValue
    previousValue = values[i]
    // Division is used instead of bit shifts, because a difference may exceed 32 bits.
    let remainingValue = delta < 0 ? -2 * delta - 1 : 2 * delta
    for (; remainingValue >= 32; remainingValue = Math.floor(remainingValue / 32))
      encoded += String.fromCharCode(63 + 32 + (remainingValue % 32))
    encoded += String.fromCharCode(63 + remainingValue)
  }
  return encoded
}

/** Decodes numbers, or returns undefined if the string was not written by `encodeNumbers`. */
export function decodeNumbers(encoded: string): number[] | undefined {
  const values: number[] = []
  let [last, zigzagValue, scale] = [0, 0, 1]
  for (let i = 0; i < encoded.length; i++) {
    const group = encoded.charCodeAt(i) - 63
    if (!(group >= 0 && group < 64) || scale > 2 ** 50) return undefined
    zigzagValue += (group % 32) * scale
    scale *= 32
    if (group >= 32) continue
    last += zigzagValue % 2 === 1 ? -(zigzagValue + 1) / 2 : zigzagValue / 2
    values.push(last)
    zigzagValue = 0
    scale = 1
  }
  return scale === 1 ? values : undefined
}
