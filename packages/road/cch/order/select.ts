/**
 * Partitions `index[from … to)` with Hoare's quickselect on the values that the indexes refer to. Afterward, the
 * `count` indexes with the smallest values come first, in no particular order. Ties are also unordered, but the result
 * is deterministic.
 */
export function selectSmallest(index: Int32Array, value: Float64Array, from: number, to: number, count: number): void {
  let low = from
  let high = to - 1
  const selectionEnd = from + count
  while (low < high) {
    const pivot = medianOfThree(value[index[low]], value[index[(low + high) >> 1]], value[index[high]])
    let i = low
    let j = high
    while (i <= j) {
      while (value[index[i]] < pivot) i++
      while (value[index[j]] > pivot) j--
      if (i > j) break
      const swappedIndex = index[i]
      index[i++] = index[j]
      index[j--] = swappedIndex
    }
    if (selectionEnd <= j) high = j
    else if (selectionEnd >= i) low = i
    else return
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
