/** Encodes a varint independently of the product code, so that the reader is not tested against itself. */
export function varint(value: number | bigint): number[] {
  let remaining = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  for (; remaining > 127n; remaining >>= 7n) bytes.push(Number(remaining & 127n) | 128)
  return [...bytes, Number(remaining)]
}
export const zigzag = (value: number) => varint(value >= 0 ? BigInt(value) * 2n : BigInt(-value) * 2n - 1n)
export const varintField = (field: number, value: number | bigint) => [...varint(field * 8), ...varint(value)]
export const bytesField = (field: number, content: readonly number[]) => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]
export const stringField = (field: number, value: string) => bytesField(field, [...Buffer.from(value)])
export const packedField = (field: number, values: readonly number[][]) => bytesField(field, values.flat())
export const deltaEncoded = (values: readonly number[]) =>
  values.map((value, index) => zigzag(value - (values[index - 1] ?? 0)))
