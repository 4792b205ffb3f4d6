import { seededRandom } from '@fairway/geo'
import { optimizeFleet } from '@fairway/optimizer'
import {
  compareScores,
  findBestScore,
  randomProblem,
  scoreSolution,
  toMixedOptions,
  tryNeverWorse,
} from '@fairway/optimizer/testing'
import type { Benchmark, BenchOptions } from '../bench.ts'
import { round } from '../bench.ts'

/** Checks that solutions are never worse than the given solutions, and counts better, equal and worse solutions. */
export const neverWorse: Benchmark = {
  async run(options) {
    const compared = compareWithGiven(options)
    const oracle = compareWithAllPlans(options)
    const figures = { ...compared, ...oracle }
    const rows = Object.entries(figures).map(([name, value]) => [name, String(value)])
    return { figures, table: [['random fleet problems', ''], ...rows] }
  },
}

const CASE_COUNT = 10_000
const SMALL_CASES = 2_000
const MAX_STOPS = 200
const ROUND_COUNT = 40
const ROUNDS_WHEN_SMALL = 300

function compareWithGiven({ tiny, numbers, progress }: BenchOptions) {
  const [cases = tiny ? 20 : CASE_COUNT] = numbers
  const counts = { problems: 0, givenFeasible: 0, improved: 0, kept: 0, wrong: 0 }
  for (let seed = 1; seed <= cases; seed++) {
    if (seed % 1000 === 0) progress(`${seed} of ${cases}`)
    const { result, violations } = tryNeverWorse(seed, tiny ? 20 : MAX_STOPS, ROUND_COUNT, toMixedOptions(seed))
    counts.problems++
    if (result.initialSolution?.feasible) counts.givenFeasible++
    if (result.initialSolution?.feasible && !result.keptInitial) counts.improved++
    if (result.keptInitial) counts.kept++
    if (violations.length > 0) counts.wrong++
    for (const what of violations) progress(`seed ${seed}: ${what}`)
  }
  return counts
}

function compareWithAllPlans({ tiny, progress }: BenchOptions) {
  let optimal = 0
  let impossible = 0
  const cases = tiny ? 10 : SMALL_CASES
  for (let seed = 1; seed <= cases; seed++) {
    const random = seededRandom(seed)
    const stops = 1 + Math.floor(random() * 6)
    const problem = randomProblem(random, { stops, vehicles: 1 + Math.floor(random() * 2) })
    const { solution } = optimizeFleet(problem, { seed, maxIterations: ROUNDS_WHEN_SMALL, isOver: () => false })
    const difference = compareScores(scoreSolution(problem, solution), findBestScore(problem))
    if (difference === 0) optimal++
    if (difference < 0) impossible++
    if (difference !== 0) progress(`small seed ${seed}: ${difference < 0 ? 'beats the oracle' : 'not the best'}`)
  }
  return {
    smallProblems: cases,
    smallOptimalPercent: round((100 * optimal) / cases, 2),
    betterThanPossible: impossible,
  }
}
