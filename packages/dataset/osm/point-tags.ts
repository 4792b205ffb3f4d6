/** Tags as alternating keys and values: strings, or indices of strings. */
export type TagPairs<Text> = readonly Text[]

/**
 * Tags of nodes that are vertices of ways. In formats without node IDs, a traffic signal is a point at the position of
 * a vertex. Its tags must move to that node, otherwise no route would stop there.
 */
export class PointTags<Text extends string | number> {
  private readonly byNode = new Map<number, Text[]>()

  /**
   * Returns false if the node already has one of the keys with another value (two house numbers at one position). The
   * point must then stay a separate node so that no value is lost.
   */
  add(node: number, tags: TagPairs<Text>): boolean {
    const existing = this.byNode.get(node)
    if (!existing) {
      this.byNode.set(node, [...tags])
      return true
    }
    if (hasConflict(existing, tags)) return false
    for (let index = 0; index < tags.length; index += 2)
      if (!hasKey(existing, tags[index])) existing.push(tags[index], tags[index + 1])
    return true
  }

  of(node: number): TagPairs<Text> {
    return this.byNode.get(node) ?? []
  }
}

function hasKey<Text>(tags: TagPairs<Text>, key: Text): boolean {
  return tags.some((keyOrValue, index) => index % 2 === 0 && keyOrValue === key)
}

function hasConflict<Text>(existing: TagPairs<Text>, newTags: TagPairs<Text>): boolean {
  return existing.some((key, keyIndex) => {
    if (keyIndex % 2 === 1) return false
    return newTags.some(
      (otherKey, index) => index % 2 === 0 && otherKey === key && newTags[index + 1] !== existing[keyIndex + 1],
    )
  })
}
