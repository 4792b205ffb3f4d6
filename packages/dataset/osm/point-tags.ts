/** Tags as keys and values in turn: texts, or numbers of texts. */
export type TagPairs<Text> = readonly Text[]

/**
 * Tags of nodes that are vertices of ways. In formats without node ids a traffic signal is a point in the place of a
 * vertex; its tags must become that node's, or no route would ever stop there.
 */
export class PointTags<Text extends string | number> {
  private readonly byNode = new Map<number, Text[]>()

  /**
   * False when the node already has one of the keys with another value (two house numbers in one place): then the
   * point is to stay a node of its own, or a text would be lost.
   */
  add(node: number, tags: TagPairs<Text>): boolean {
    const known = this.byNode.get(node)
    if (!known) {
      this.byNode.set(node, [...tags])
      return true
    }
    if (conflict(known, tags)) return false
    for (let at = 0; at < tags.length; at += 2) if (!has(known, tags[at])) known.push(tags[at], tags[at + 1])
    return true
  }

  of(node: number): TagPairs<Text> {
    return this.byNode.get(node) ?? []
  }
}

function has<Text>(tags: TagPairs<Text>, key: Text): boolean {
  return tags.some((text, at) => at % 2 === 0 && text === key)
}

function conflict<Text>(known: TagPairs<Text>, more: TagPairs<Text>): boolean {
  return known.some((key, at) => {
    if (at % 2 === 1) return false
    return more.some((other, index) => index % 2 === 0 && other === key && more[index + 1] !== known[at + 1])
  })
}
