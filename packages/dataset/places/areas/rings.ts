/**
 * Joins pieces of either direction, given as node lists, into closed rings. Returns undefined if they do not close,
 * because a boundary cut by the extract cannot determine what lies inside.
 */
export function closeRings(pieces: readonly ArrayLike<number>[]): number[][] | undefined {
  const rings: number[][] = []
  const open = new Map<number, Set<number>>()
  const waiting = new Set<number>()
  const touch = (node: number, piece: number): void => {
    const known = open.get(node)
    if (known) known.add(piece)
    else open.set(node, new Set([piece]))
  }
  for (const [at, piece] of pieces.entries()) {
    if (piece.length < 2) continue
    const first = piece[0]
    const last = piece[piece.length - 1]
    if (first === last) {
      rings.push(Array.from(piece).slice(1))
      continue
    }
    waiting.add(at)
    touch(first, at)
    touch(last, at)
  }
  for (const begin of waiting) {
    const ring = Array.from(pieces[begin])
    waiting.delete(begin)
    while (ring[ring.length - 1] !== ring[0]) {
      const end = ring[ring.length - 1]
      const next = [...(open.get(end) ?? [])].find((piece) => waiting.has(piece))
      if (next === undefined) return undefined
      waiting.delete(next)
      const piece = Array.from(pieces[next])
      ring.push(...(piece[0] === end ? piece : piece.reverse()).slice(1))
    }
    rings.push(ring.slice(1))
  }
  return rings.length === 0 ? undefined : rings
}
