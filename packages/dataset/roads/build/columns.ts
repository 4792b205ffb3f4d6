/**
 * Column types of a network. The functions below use plain loops, because `TypedArray.from` with a function copies its
 * input into a list first and is several times slower.
 */
type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Fills the column with the values at the given indices. */
export function gather<T extends Column>(column: T, indices: Uint32Array, values: ArrayLike<number>): T {
  for (let i = 0; i < indices.length; i++) column[i] = values[indices[i]]
  return column
}

/** Fills the column with a computed value for each row. */
export function fillColumn<T extends Column>(column: T, value: (row: number) => number): T {
  for (let row = 0; row < column.length; row++) column[row] = value(row)
  return column
}
