import { IMPOSSIBLE_SCORE } from './model.ts'
import type { States } from './states.ts'

/** Computes the scores of the first layer of a piece, where the origin is unknown. */
export function startScores({ first, score, predecessor, emission }: States, layer: number): void {
  for (let state = first[layer]; state < first[layer + 1]; state++) {
    score[state] = emission[state]
    predecessor[state] = -1
  }
}

/**
 * Computes the scores of a layer from the previous layer. Ties go to the state with the smaller index. Returns false if
 * no path leads to the layer.
 */
export function advanceScores(states: States, layer: number, uturnCost: number): boolean {
  const { first, transitionFirst: tableFirst, transitionScore: table, score, predecessor, emission } = states
  const width = first[layer + 1] - first[layer]
  let isReached = false
  for (let to = first[layer], column = 0; column < width; to++, column++) {
    let bestScore = IMPOSSIBLE_SCORE
    let from = -1
    for (
      let previousState = first[layer - 1], entry = tableFirst[layer] + column;
      previousState < first[layer];
      previousState++, entry += width
    ) {
      const sum = score[previousState] + table[entry]
      if (sum <= bestScore) continue
      bestScore = sum
      from = previousState
    }
    score[to] = bestScore + emission[to]
    predecessor[to] = from
    if (from >= 0) isReached = true
  }
  if (isReached) applyUturns(states, layer, uturnCost)
  return isReached
}

/** Applies U-turns, because a vehicle may arrive in one direction and leave in the other. */
function applyUturns(
  { first, score, predecessor, emission, reverseState: twin }: States,
  layer: number,
  uturnCost: number,
): void {
  for (let state = first[layer]; state < first[layer + 1]; state++) {
    const twinState = twin[state]
    if (twinState < 0 || predecessor[twinState] === state) continue
    const uturnScore = score[twinState] - emission[twinState] + emission[state] - uturnCost
    if (uturnScore <= score[state]) continue
    score[state] = uturnScore
    predecessor[state] = twinState
  }
}

export function bestScore({ first, score }: States, layer: number): number {
  let best = IMPOSSIBLE_SCORE
  for (let state = first[layer]; state < first[layer + 1]; state++) best = Math.max(best, score[state])
  return best
}

/**
 * Computes the best score that can follow every state of a piece. The recursion is the same as in advanceScores, but it
 * starts at the last layer.
 */
export function computeFollowingScores(states: States, uturnCost: number): void {
  const {
    layerCount,
    first,
    transitionFirst: tableFirst,
    transitionScore: table,
    followingScore,
    emission,
    reverseState: twin,
  } = states
  followingScore.fill(0, first[layerCount - 1], first[layerCount])
  for (let layer = layerCount - 1; layer > 0; layer--) {
    // Rows are contiguous, so `entry` runs over the whole table.
    for (let from = first[layer - 1], entry = tableFirst[layer]; from < first[layer]; from++) {
      let bestScore = IMPOSSIBLE_SCORE
      for (let to = first[layer]; to < first[layer + 1]; to++, entry++) {
        const forwardScore = emission[to] + followingScore[to]
        const twinState = twin[to]
        const uturnScore =
          twinState < 0 ? IMPOSSIBLE_SCORE : emission[twinState] + followingScore[twinState] - uturnCost
        const sum = table[entry] + Math.max(uturnScore, forwardScore)
        if (sum > bestScore) bestScore = sum
      }
      followingScore[from] = bestScore
    }
  }
}

/**
 * Writes the states of the best path from first to last. At a U-turn, both directions of the candidate are adjacent.
 * Ties at the end go to the state with the smaller index.
 */
export function traceBestPath({ layerCount, first, score, predecessor }: States, trace: number[]): void {
  trace.length = 0
  let bestState = first[layerCount - 1]
  for (let state = bestState + 1; state < first[layerCount]; state++)
    if (score[state] > score[bestState]) bestState = state
  for (let state = bestState; state >= 0; state = predecessor[state]) trace.push(state)
  trace.reverse()
}
