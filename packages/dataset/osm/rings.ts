/**
 * Joins lines (node lists in either direction) into closed rings. Returns undefined if a ring stays open, because the
 * interior of a boundary that is cut off at the edge of the extract is unknown.
 */
export function closeRings(lines: readonly ArrayLike<number>[]): number[][] | undefined {
  const rings: number[][] = []
  const linesByEndNode = new Map<number, Set<number>>()
  const unusedLines = new Set<number>()
  const addEndNode = (node: number, line: number): void => {
    const nodeLines = linesByEndNode.get(node)
    if (nodeLines) nodeLines.add(line)
    else linesByEndNode.set(node, new Set([line]))
  }
  for (const [lineIndex, line] of lines.entries()) {
    if (line.length < 2) continue
    const first = line[0]
    const last = line[line.length - 1]
    if (first === last) {
      rings.push(Array.from(line).slice(1))
      continue
    }
    unusedLines.add(lineIndex)
    addEndNode(first, lineIndex)
    addEndNode(last, lineIndex)
  }
  for (const start of unusedLines) {
    const ring = Array.from(lines[start])
    unusedLines.delete(start)
    while (ring[ring.length - 1] !== ring[0]) {
      const lastNode = ring[ring.length - 1]
      const next = [...(linesByEndNode.get(lastNode) ?? [])].find((line) => unusedLines.has(line))
      if (next === undefined) return undefined
      unusedLines.delete(next)
      const line = Array.from(lines[next])
      ring.push(...(line[0] === lastNode ? line : line.reverse()).slice(1))
    }
    rings.push(ring.slice(1))
  }
  return rings.length === 0 ? undefined : rings
}
