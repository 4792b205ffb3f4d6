import type { PlaceIndexDraft } from './draft.ts'
import { NO_ID } from './schema.ts'

export interface EntryOrder {
  /** Old number of each entry, in the new order. */
  readonly oldOf: Uint32Array
  readonly newOf: Uint32Array
  readonly leafFirst: Uint32Array
  readonly leafEnd: Uint32Array
}

/**
 * Sorts areas by importance, so that every posting list starts with the most likely entries. All other entries follow a
 * depth-first traversal of the areas. The contents of a city, region, or country are therefore contiguous. Two binary
 * searches restrict a posting list to an area.
 */
export function orderEntries({ kind, isArea, importance, parent }: PlaceIndexDraft): EntryOrder {
  const count = kind.length
  const entryNumbers = Array.from({ length: count }, (_, number) => number)
  const byImportance = (a: number, b: number) => importance[b] - importance[a] || a - b
  const areas = entryNumbers.filter((number) => isArea[number]).sort(byImportance)
  const newOf = new Uint32Array(count)
  for (const [newIndex, oldEntry] of areas.entries()) newOf[oldEntry] = newIndex

  const { enter, leave } = walkAreas(areas, parent, newOf)
  const leafRangeOf = (number: number) => (parent[number] === NO_ID ? areas.length : enter[newOf[parent[number]]])
  const leaves = entryNumbers
    .filter((number) => !isArea[number])
    .sort((a, b) => leafRangeOf(a) - leafRangeOf(b) || byImportance(a, b))
  for (const [newIndex, oldEntry] of leaves.entries()) newOf[oldEntry] = areas.length + newIndex

  const leafStarts = firstLeafOfRange(leaves.map(leafRangeOf), areas.length)
  return {
    oldOf: Uint32Array.from([...areas, ...leaves]),
    newOf,
    leafFirst: Uint32Array.from(areas, (_, area) => areas.length + leafStarts[enter[area]]),
    leafEnd: Uint32Array.from(areas, (_, area) => areas.length + leafStarts[leave[area]]),
  }
}

/** Computes the enter and exit times of each area in a depth-first traversal of the area tree. */
function walkAreas(areas: readonly number[], parent: readonly number[], newOf: Uint32Array) {
  const enter = new Uint32Array(areas.length)
  const leave = new Uint32Array(areas.length)
  const children = new Map<number, number[]>()
  for (const [area, oldEntry] of areas.entries()) {
    const parentArea = parent[oldEntry] === NO_ID ? NO_ID : newOf[parent[oldEntry]]
    const siblings = children.get(parentArea)
    if (siblings) siblings.push(area)
    else children.set(parentArea, [area])
  }
  let visitTime = 0
  const visit = (area: number): void => {
    enter[area] = visitTime++
    for (const child of children.get(area) ?? []) visit(child)
    leave[area] = visitTime
  }
  for (const root of children.get(NO_ID) ?? []) visit(root)
  return { enter, leave }
}

/** Returns, for each traversal time, the number of leaves that belong to earlier times. */
function firstLeafOfRange(rangeOfLeaf: readonly number[], areas: number): Uint32Array {
  const starts = new Uint32Array(areas + 2)
  for (const range of rangeOfLeaf) starts[range + 1]++
  for (let time = 0; time <= areas; time++) starts[time + 1] += starts[time]
  return starts
}
