/**
 * `TypedArray.from` with a function reads its input through an iterator into a list first. For the columns of a network
 * that takes several times as long as these loops.
 */
type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Fills the column with the values at the given indices. */
export function gather<T extends Column>(column: T, indices: Uint32Array, values: ArrayLike<number>): T {
  for (let i = 0; i < indices.length; i++) column[i] = values[indices[i]]
  return column
}

/** Fills the column with a value for each of its rows. */
export function fillColumn<T extends Column>(column: T, value: (row: number) => number): T {
  for (let row = 0; row < column.length; row++) column[row] = value(row)
  return column
}
