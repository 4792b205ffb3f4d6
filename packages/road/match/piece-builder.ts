import type { MatchMap } from './match-map.ts'
import type { MatchedPiece, Stretches } from './matched-track.ts'
import { defaultModel, type MatchModel, OFF_ROAD_EMISSION } from './model.ts'
import { PathBuilder } from './path-builder.ts'
import type { PointTable } from './point-table.ts'
import type { States } from './states.ts'
import type { Transitions } from './transitions.ts'
import { computeFollowingScores, traceBestPath } from './viterbi.ts'

/**
 * Builds pieces from the best paths through the states. Each thread needs its own instance, because an instance owns
 * scratch memory.
 */
export class PieceBuilder {
  pieces: MatchedPiece[] = []
  private model: MatchModel = defaultModel
  private readonly path: PathBuilder
  private points: PointTable | undefined
  private readonly trace: number[] = []
  /** The last piece that contains each arc. Pieces are numbered across all tracks. */
  private readonly pieceOfArc: Uint32Array
  private pieceCount = 0

  constructor(source: MatchMap, transitions: Transitions) {
    this.path = new PathBuilder(source, transitions)
    this.pieceOfArc = new Uint32Array(source.map.network.arcs.count)
  }

  begin(points: PointTable, model: MatchModel): void {
    this.points = points
    this.model = model
    this.pieces = []
  }

  build(states: States): void {
    const { layerCount, point, first } = states
    const { path, trace } = this
    traceBestPath(states, trace)
    const stretch = new Uint32Array(layerCount)
    const fraction = new Float64Array(layerCount)
    path.start(states, trace[0])
    this.recordFix(states, trace[0], 0, stretch, fraction)
    for (let step = 1, layer = 0; step < trace.length; step++) {
      const [from, to] = [trace[step - 1], trace[step]]
      if (to >= first[layer + 1]) path.append(states, from, to, ++layer)
      else path.addUturn(states, to)
      this.recordFix(states, to, layer, stretch, fraction)
    }
    const stretches = path.finish()
    const confidence = this.confidences(states, stretches)
    const fixes = { count: layerCount, point: point.slice(0, layerCount), stretch, fraction, confidence }
    this.pieces.push({ stretches, fixes, lengthMeters: path.drivenMeters(), confidence: mean(confidence) })
  }

  /** Records a fix. After a U-turn at a position, the vehicle drives in the opposite direction. */
  private recordFix(states: States, state: number, layer: number, stretch: Uint32Array, fraction: Float64Array): void {
    const { path } = this
    const arc = states.arc[state]
    stretch[layer] = path.last
    fraction[layer] = path.fraction(arc, path.alongCm)
    this.points?.markMatched(states.point[layer], this.pieces.length, arc, fraction[layer], states.meters[state])
  }

  /**
   * Computes how much more likely the best path is than the best paths over other arcs, and than being off the road.
   * Other arcs of the same piece are not alternatives, because a position at a junction is on several of them.
   */
  private confidences(states: States, { arc }: Stretches): Float32Array {
    const { layerCount, first, score, followingScore, emission } = states
    const pieceNumber = ++this.pieceCount
    for (let i = 0; i < arc.length; i++) this.pieceOfArc[arc[i]] = pieceNumber
    computeFollowingScores(states, this.model.uturnCost)
    const confidence = new Float32Array(layerCount)
    for (let step = 0, layer = 0; layer < layerCount; layer++) {
      // In a layer with a U-turn, this is the state in which the vehicle leaves.
      while (step + 1 < this.trace.length && this.trace[step + 1] < first[layer + 1]) step++
      const chosenState = this.trace[step++]
      const bestScore = score[chosenState] + followingScore[chosenState]
      let sum = 1 + Math.exp(OFF_ROAD_EMISSION - emission[chosenState])
      for (let state = first[layer]; state < first[layer + 1]; state++) {
        if (this.pieceOfArc[states.arc[state]] !== pieceNumber)
          sum += Math.exp(score[state] + followingScore[state] - bestScore)
      }
      confidence[layer] = 1 / sum
    }
    return confidence
  }
}

function mean(values: Float32Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}
