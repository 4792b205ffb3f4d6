/**
 * Encodes integers as differences in groups of five bits, like polyline coordinates. Times in tenths of a second take
 * two characters per point instead of six.
 */
export function toNumberText(values: ArrayLike<number>): string {
  let text = ''
  let last = 0
  for (let i = 0; i < values.length; i++) {
    const difference = values[i] - last
    last = values[i]
    // Uses division, because a difference may exceed 32 bits.
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
    for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCharCode(63 + 32 + (rest % 32))
    text += String.fromCharCode(63 + rest)
  }
  return text
}

/** Undefined when the string was not written by `toNumberText`. */
export function parseNumberText(text: string): number[] | undefined {
  const values: number[] = []
  let [last, rest, scale] = [0, 0, 1]
  for (let i = 0; i < text.length; i++) {
    const group = text.charCodeAt(i) - 63
    if (!(group >= 0 && group < 64) || scale > 2 ** 50) return undefined
    rest += (group % 32) * scale
    scale *= 32
    if (group >= 32) continue
    last += rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2
    values.push(last)
    rest = 0
    scale = 1
  }
  return scale === 1 ? values : undefined
}
