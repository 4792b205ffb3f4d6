import type { MatchMap } from './match-map.ts'
import type { MatchedPiece, Stretches } from './matched-track.ts'
import { type MatchModel, OFF_ROAD_EMISSION } from './model.ts'
import { PathBuilder } from './path-builder.ts'
import type { PointTable } from './point-table.ts'
import type { States } from './states.ts'
import type { Transitions } from './transitions.ts'
import { scoreAhead, traceBest } from './viterbi.ts'

/** Makes pieces of the best ways through their states; the scratch memory of one thread. */
export class PieceBuilder {
  pieces: MatchedPiece[] = []
  private readonly model: MatchModel
  private readonly path: PathBuilder
  private points: PointTable | undefined
  private readonly trace: number[] = []
  /** By arc: the last piece that came by it, counted over all tracks. */
  private readonly drivenIn: Uint32Array
  private built = 0

  constructor(source: MatchMap, transitions: Transitions, model: MatchModel) {
    this.model = model
    this.path = new PathBuilder(source, transitions)
    this.drivenIn = new Uint32Array(source.map.network.arcs.count)
  }

  begin(points: PointTable): void {
    this.points = points
    this.pieces = []
  }

  build(states: States): void {
    const { layerCount, point, first } = states
    const { path, trace } = this
    traceBest(states, trace)
    const stretch = new Uint32Array(layerCount)
    const fraction = new Float64Array(layerCount)
    path.start(states, trace[0])
    this.mark(states, trace[0], 0, stretch, fraction)
    for (let step = 1, layer = 0; step < trace.length; step++) {
      const [from, to] = [trace[step - 1], trace[step]]
      if (to >= first[layer + 1]) path.drive(states, from, to, ++layer)
      else path.turnAround(states, to)
      this.mark(states, to, layer, stretch, fraction)
    }
    const stretches = path.finish()
    const confidence = this.judge(states, stretches)
    const fixes = { count: layerCount, point: point.slice(0, layerCount), stretch, fraction, confidence }
    this.pieces.push({ stretches, fixes, lengthMeters: path.drivenMeters(), confidence: mean(confidence) })
  }

  /** A vehicle that turned around at a position is, from then on, on its way back. */
  private mark(states: States, state: number, layer: number, stretch: Uint32Array, fraction: Float64Array): void {
    const { path } = this
    const arc = states.arc[state]
    stretch[layer] = path.last
    fraction[layer] = path.fraction(arc, path.alongCm)
    this.points?.fix(states.point[layer], this.pieces.length, arc, fraction[layer], states.meters[state])
  }

  /**
   * How much more likely the best way is than the best ways over other arcs, and than not being on the road at all. Other
   * arcs that the piece came by, too, are no contradiction: where two arcs meet a position is on both.
   */
  private judge(states: States, { arc }: Stretches): Float32Array {
    const { layerCount, first, score, ahead, emission } = states
    const own = ++this.built
    for (let i = 0; i < arc.length; i++) this.drivenIn[arc[i]] = own
    scoreAhead(states, this.model.uturnCost)
    const confidence = new Float32Array(layerCount)
    for (let step = 0, layer = 0; layer < layerCount; layer++) {
      // Of a layer where the vehicle turned around, the state in which it left.
      while (step + 1 < this.trace.length && this.trace[step + 1] < first[layer + 1]) step++
      const chosen = this.trace[step++]
      const best = score[chosen] + ahead[chosen]
      let sum = 1 + Math.exp(OFF_ROAD_EMISSION - emission[chosen])
      for (let state = first[layer]; state < first[layer + 1]; state++) {
        if (this.drivenIn[states.arc[state]] !== own) sum += Math.exp(score[state] + ahead[state] - best)
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
