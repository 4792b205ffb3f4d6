/** A separate protobuf writer, so that the reader is not tested against itself. */
export function varint(value: number | bigint): number[] {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return [...bytes, Number(rest)]
}
export const zigzag = (value: number) => varint(value >= 0 ? BigInt(value) * 2n : BigInt(-value) * 2n - 1n)
export const number = (field: number, value: number | bigint) => [...varint(field * 8), ...varint(value)]
export const bytes = (field: number, content: readonly number[]) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]
export const text = (field: number, value: string) => bytes(field, [...Buffer.from(value)])
export const packed = (field: number, values: readonly number[][]) => bytes(field, values.flat())
export const deltas = (values: readonly number[]) =>
  values.map((value, index) => zigzag(value - (values[index - 1] ?? 0)))
