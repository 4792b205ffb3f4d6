/** Tags as alternating keys and values. Each key or value is a string or a string index. */
export type TagPairs<Text> = readonly Text[]

/**
 * Tags of nodes that are vertices of ways. In formats without node IDs, a traffic signal is a point at the position of
 * a vertex. The tags of the point move to the vertex, so that routing takes the signal into account.
 */
export class PointTags<Text extends string | number> {
  private readonly byNode = new Map<number, Text[]>()

  /**
   * Adds tags to a node. Returns false if the node already has a different value for a key, such as two house numbers
   * at one position. The caller must then keep the point as a separate node, so that no value is lost.
   */
  add(node: number, tags: TagPairs<Text>): boolean {
    const existingTags = this.byNode.get(node)
    if (!existingTags) {
      this.byNode.set(node, [...tags])
      return true
    }
    if (hasConflict(existingTags, tags)) return false
    for (let index = 0; index < tags.length; index += 2)
      if (!hasKey(existingTags, tags[index])) existingTags.push(tags[index], tags[index + 1])
    return true
  }

  of(node: number): TagPairs<Text> {
    return this.byNode.get(node) ?? []
  }
}

function hasKey<Text>(tags: TagPairs<Text>, key: Text): boolean {
  return tags.some((keyOrValue, index) => index % 2 === 0 && keyOrValue === key)
}

function hasConflict<Text>(existingTags: TagPairs<Text>, newTags: TagPairs<Text>): boolean {
  return existingTags.some((key, keyIndex) => {
    if (keyIndex % 2 === 1) return false
    return newTags.some(
      (otherKey, index) => index % 2 === 0 && otherKey === key && newTags[index + 1] !== existingTags[keyIndex + 1],
    )
  })
}
