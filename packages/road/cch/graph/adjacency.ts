/** Compressed sparse rows. Row `r` contains the elements `first[r]` to `first[r + 1] - 1` of `item`, in input order. */
export interface Rows {
  readonly first: Uint32Array
  readonly item: Uint32Array
}

/** Groups the numbers 0 … keys.length - 1 by key with a stable counting sort. */
export function groupBy(keys: Uint32Array, rowCount: number): Rows {
  const first = new Uint32Array(rowCount + 1)
  for (let index = 0; index < keys.length; index++) first[keys[index] + 1]++
  for (let row = 0; row < rowCount; row++) first[row + 1] += first[row]
  const next = first.slice(0, rowCount)
  const item = new Uint32Array(keys.length)
  for (let index = 0; index < keys.length; index++) item[next[keys[index]]++] = index
  return { first, item }
}
