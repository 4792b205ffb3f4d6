import type { MatrixPoint } from './matrix-point.ts'

/** Points whose sources or targets are on the same arcs, in the same order. */
export interface Street {
  /** Arcs of the street. Only the first `count` elements are valid. */
  readonly arc: readonly number[]
  readonly count: number
  readonly points: number[]
}

export function groupByStreet(points: readonly MatrixPoint[]): Street[] {
  const streetsByFirstArc = new Map<number, Street[]>()
  const streets: Street[] = []
  points.forEach(({ count, arc }, point) => {
    if (count === 0) return
    const streetsOnArc = streetsByFirstArc.get(arc[0])
    const sameStreet = streetsOnArc?.find((street) => street.count === count && haveSameArcs(street.arc, arc, count))
    if (sameStreet) {
      sameStreet.points.push(point)
      return
    }
    const street = { arc, count, points: [point] }
    streets.push(street)
    if (streetsOnArc) streetsOnArc.push(street)
    else streetsByFirstArc.set(arc[0], [street])
  })
  return streets
}

function haveSameArcs(arcs: readonly number[], otherArcs: readonly number[], count: number): boolean {
  for (let i = 0; i < count; i++) if (arcs[i] !== otherArcs[i]) return false
  return true
}

/** Visits all pairs of streets with a common arc, one street from each list. Each pair is visited exactly once. */
export function forEachCommonArc(
  streets: readonly Street[],
  otherStreets: readonly Street[],
  visit: (street: Street, other: Street) => void,
): void {
  const streetsByArc = new Map<number, Street[]>()
  for (const street of streets) {
    for (let i = 0; i < street.count; i++) {
      const streetsOnArc = streetsByArc.get(street.arc[i])
      if (streetsOnArc) streetsOnArc.push(street)
      else streetsByArc.set(street.arc[i], [street])
    }
  }
  for (const otherStreet of otherStreets) {
    const seenStreets: Street[] = []
    for (let i = 0; i < otherStreet.count; i++) {
      for (const street of streetsByArc.get(otherStreet.arc[i]) ?? [])
        if (!seenStreets.includes(street)) seenStreets.push(street)
    }
    for (const street of seenStreets) visit(street, otherStreet)
  }
}

/** Visits every pair of a source and a target that share an arc, point by point. */
export function forEachPairWithCommonArc(
  sources: readonly MatrixPoint[],
  targets: readonly MatrixPoint[],
  visit: (street: Street, other: Street) => void,
): void {
  for (let s = 0; s < sources.length; s++) {
    for (let t = 0; t < targets.length; t++) {
      if (haveCommonArc(sources[s], targets[t])) visit(streetOf(sources[s], s), streetOf(targets[t], t))
    }
  }
}

function haveCommonArc(a: MatrixPoint, b: MatrixPoint): boolean {
  for (let i = 0; i < a.count; i++) for (let j = 0; j < b.count; j++) if (a.arc[i] === b.arc[j]) return true
  return false
}

function streetOf({ arc, count }: MatrixPoint, point: number): Street {
  return { arc, count, points: [point] }
}
