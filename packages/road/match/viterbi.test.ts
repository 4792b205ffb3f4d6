import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { IMPOSSIBLE_SCORE } from './model.ts'
import { States } from './states.ts'
import { advanceScores, computeFollowingScores, startScores, traceBestPath } from './viterbi.ts'

const UTURN_COST = 3

/**
 * Draws layers of random states with random transitions. Some states are reverse states, and some transitions are
 * impossible.
 */
function randomStates(random: () => number): States | undefined {
  const states = new States()
  const layers = 1 + Math.floor(random() * 5)
  for (let layer = 0; layer < layers; layer++) {
    states.begin(layer, 0, 0)
    const places = 1 + Math.floor(random() * 2)
    for (let place = 0; place < places; place++) {
      const state = states.first[layer + 1]
      const isTwoWay = random() < 0.6
      states.add(state, 0, 0, -5 * random(), isTwoWay ? state + 1 : -1)
      if (isTwoWay) states.add(state + 1, 0, 0, -5 * random(), state)
    }
    const begin = states.allocateTransitions(layer)
    for (let at = begin; at < states.transitionFirst[layer + 1]; at++) {
      states.transitionScore[at] = random() < 0.3 ? IMPOSSIBLE_SCORE : -10 * random()
    }
    if (layer === 0) startScores(states, 0)
    else if (!advanceScores(states, layer, UTURN_COST)) return undefined
    states.commit(0, 0)
  }
  return states
}

/** Returns all paths through the layers, each with its score and the state in which it leaves every layer. */
function listPaths(states: States, layer = 0, before = -1): { score: number; left: number[] }[] {
  const {
    layerCount,
    first,
    transitionFirst: tableFirst,
    transitionScore: table,
    emission,
    reverseState: twin,
  } = states
  if (layer === layerCount) return [{ score: 0, left: [] }]
  const width = first[layer + 1] - first[layer]
  const ways: { score: number; left: number[] }[] = []
  for (let entered = first[layer]; entered < first[layer + 1]; entered++) {
    const row = before < 0 ? 0 : before - first[layer - 1]
    const step = before < 0 ? 0 : table[tableFirst[layer] + row * width + entered - first[layer]]
    const leave = [entered, ...(layer > 0 && twin[entered] >= 0 ? [twin[entered]] : [])]
    for (const left of leave) {
      const cost = left === entered ? 0 : UTURN_COST
      for (const rest of listPaths(states, layer + 1, left)) {
        ways.push({ score: step + emission[left] - cost + rest.score, left: [left, ...rest.left] })
      }
    }
  }
  return ways
}

test('finds the best of all paths, and the best path through every state', () => {
  const random = seededRandom(17)
  let compared = 0
  for (let round = 0; round < 300; round++) {
    const states = randomStates(random)
    if (!states) continue
    const ways = listPaths(states)
    const best = Math.max(...ways.map(({ score }) => score))
    const trace: number[] = []
    traceBestPath(states, trace)
    expect(states.score[trace[trace.length - 1]], `round ${round}`).toBeCloseTo(best, 9)
    const left = trace.filter((state, i) => i === trace.length - 1 || states.reverseState[state] !== trace[i + 1])
    expect(
      ways.filter(({ score }) => score > best - 1e-9).map((way) => way.left),
      `round ${round}`,
    ).toContainEqual(left)
    computeFollowingScores(states, UTURN_COST)
    for (let layer = 0; layer < states.layerCount; layer++) {
      for (let state = states.first[layer]; state < states.first[layer + 1]; state++) {
        const over = ways.filter((way) => way.left[layer] === state)
        const truth = over.reduce((most, { score }) => Math.max(most, score), IMPOSSIBLE_SCORE)
        const found = states.score[state] + states.followingScore[state]
        if (truth === IMPOSSIBLE_SCORE) expect(found, `round ${round}`).toBe(IMPOSSIBLE_SCORE)
        else expect(found, `round ${round}, state ${state}`).toBeCloseTo(truth, 9)
      }
    }
    compared++
  }
  expect(compared).toBeGreaterThan(100)
})

test('prefers the smaller states among equal paths', () => {
  const states = new States()
  for (let layer = 0; layer < 3; layer++) {
    states.begin(layer, 0, 0)
    for (let i = 0; i < 3; i++) states.add(i, 0, 0, -1, -1)
    const begin = states.allocateTransitions(layer)
    states.transitionScore.fill(-1, begin, states.transitionFirst[layer + 1])
    if (layer === 0) startScores(states, 0)
    else advanceScores(states, layer, UTURN_COST)
    states.commit(0, 0)
  }
  const trace: number[] = []
  traceBestPath(states, trace)
  expect(trace).toEqual([0, 3, 6])
})
