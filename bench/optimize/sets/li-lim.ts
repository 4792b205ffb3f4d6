import type { FleetProblem } from '@fairway/optimizer'
import { sumLegs, toWindowedProblem } from '../windowed-problem.ts'
import type { SetInstance } from './set-instance.ts'

/**
 * Parses an instance of Li and Lim (2001) with pickups, deliveries and time windows. The best known solution uses the
 * fewest vehicles, and the fleet has the same size. The search must therefore find a feasible solution with that fleet
 * before it minimizes the distance.
 */
export function parseLiLim(text: string, solution: string): SetInstance {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
  const [[, capacity = 0] = [], ...nodes] = lines
  const bestSequences = [...solution.matchAll(/^Route\s*\d+\s*:([ \d]*)$/gm)].map(([, list = '']) =>
    list
      .trim()
      .split(/\s+/)
      .map((node) => Number(node) - 1),
  )
  const problem: FleetProblem = {
    ...toWindowedProblem(nodes, bestSequences.length, capacity),
    pairs: nodes.flatMap(([, , , , , , , , delivery = 0], node) =>
      node > 0 && delivery > 0 ? [{ pickup: node - 1, delivery: delivery - 1 }] : [],
    ),
  }
  const { cost, size } = problem
  return {
    problem,
    bestSequences,
    costOf: (tours) =>
      sumLegs(
        tours.map(({ stops }) => stops),
        (from, to) => cost[from * size + to] ?? Number.NaN,
      ),
  }
}
