import { PathQuery } from '../../cch/path-query.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { MatchMap } from '../match-map.ts'
import type { MatchedPiece, Stretches } from '../matched-track.ts'

/** Pieces of a trace that follow each other without a gap in the roads. */
export interface JoinedTrace {
  readonly stretches: readonly Stretches[]
  /**
   * Index of the joined path that contains each piece, and the driven distance, in meters, of that path before the
   * piece.
   */
  readonly pathOfPiece: Uint32Array
  readonly metersBefore: Float64Array
  /** Pieces that were connected to the previous piece by the fastest path, with the length of that path. */
  readonly bridges: ReadonlyMap<number, number>
}

/** Connects the pieces of a trace. Each thread needs its own instance, because an instance owns scratch memory. */
export class PieceJoiner {
  private readonly source: MatchMap
  private readonly query: PathQuery

  constructor(source: MatchMap) {
    this.source = source
    this.query = new PathQuery(source.map.topology)
  }

  /**
   * Joins pieces. A piece that begins at the last fix of the previous piece continues it. Other pieces are joined only
   * if `bridges` is set.
   */
  join(pieces: readonly MatchedPiece[], bridges: boolean): JoinedTrace {
    const paths: OpenPath[] = []
    const pathOfPiece = new Uint32Array(pieces.length)
    const metersBefore = new Float64Array(pieces.length)
    const bridged = new Map<number, number>()
    pieces.forEach((piece, index) => {
      const isContinued = index > 0 && continuesPiece(pieces[index - 1], piece)
      const path = index > 0 && (bridges || isContinued) ? paths.at(-1) : undefined
      const drivenCm = path ? this.lengthCm(path) : 0
      const gapCm = path && this.bridge(path, piece.stretches)
      if (gapCm === undefined) paths.push({ arc: [], from: [], to: [] })
      else if (!isContinued) bridged.set(index, gapCm / 100)
      pathOfPiece[index] = paths.length - 1
      metersBefore[index] = gapCm === undefined ? 0 : (drivenCm + gapCm) / 100
      appendStretches(paths[paths.length - 1], piece.stretches)
    })
    return { stretches: paths.map(toStretches), pathOfPiece, metersBefore, bridges: bridged }
  }

  /**
   * Extends a path to the beginning of a piece along the fastest path. Returns the length of the extension, or
   * undefined if there is no path.
   */
  private bridge({ arc, from, to }: OpenPath, { arc: nextArcs, from: nextFrom }: Stretches): number | undefined {
    const last = arc.length - 1
    const [fromArc, toArc] = [arc[last], nextArcs[0]]
    if (fromArc === toArc && nextFrom[0] >= to[last]) {
      const gapCm = (nextFrom[0] - to[last]) * this.arcLengthCm(toArc)
      to[last] = nextFrom[0]
      return gapCm
    }
    const path = this.searchPath(fromArc, toArc)
    if (!path) return undefined
    let gapCm = (1 - to[last]) * this.arcLengthCm(fromArc) + nextFrom[0] * this.arcLengthCm(toArc)
    to[last] = 1
    for (let i = 1; i < path.length; i++) {
      const isLast = i === path.length - 1
      if (!isLast) gapCm += this.arcLengthCm(path[i])
      arc.push(path[i])
      from.push(0)
      to.push(isLast ? nextFrom[0] : 1)
    }
    return gapCm
  }

  /** Returns the original arcs of the fastest path from one arc to another, including both. */
  private searchPath(fromArc: number, toArc: number): number[] | undefined {
    const { map, metric, copies } = this.source
    const targetArcs = Uint32Array.from([toArc, ...(copies.get(toArc) ?? [])])
    const sources = { count: 1, arc: Uint32Array.of(fromArc), weight: Int32Array.of(0) }
    const targets = { count: targetArcs.length, arc: targetArcs, weight: new Int32Array(targetArcs.length) }
    const options = { mustLeaveArc: fromArc === toArc }
    if (this.query.search(metric.hierarchy, sources, targets, options) >= INFINITE_WEIGHT) return undefined
    const { edges, arcs } = map.network
    const path = this.query.path()
    return path && Array.from(path.arcs, (arc) => edges.arc[arcs.edgeSide[arc]])
  }

  private arcLengthCm(arc: number): number {
    const { arcs, edges } = this.source.map.network
    return edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  }

  private lengthCm({ arc, from, to }: OpenPath): number {
    return arc.reduce((sum, arcNumber, i) => sum + (to[i] - from[i]) * this.arcLengthCm(arcNumber), 0)
  }
}

interface OpenPath {
  readonly arc: number[]
  readonly from: number[]
  readonly to: number[]
}

function continuesPiece({ fixes: previousFixes }: MatchedPiece, { fixes }: MatchedPiece): boolean {
  return previousFixes.point[previousFixes.count - 1] === fixes.point[0]
}

/** Appends stretches to a path. A stretch that begins where the path ends on the same arc extends the last stretch. */
function appendStretches(path: OpenPath, { count, arc, from, to }: Stretches): void {
  for (let i = 0; i < count; i++) {
    const last = path.arc.length - 1
    if (i === 0 && last >= 0 && path.arc[last] === arc[0] && path.to[last] === from[0]) {
      path.to[last] = to[0]
      continue
    }
    path.arc.push(arc[i])
    path.from.push(from[i])
    path.to.push(to[i])
  }
}

function toStretches({ arc, from, to }: OpenPath): Stretches {
  return {
    count: arc.length,
    arc: Uint32Array.from(arc),
    from: Float64Array.from(from),
    to: Float64Array.from(to),
  }
}
