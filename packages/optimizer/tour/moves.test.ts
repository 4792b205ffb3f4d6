import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findNearestNeighbors } from '../neighbors.ts'
import { randomMatrix, shuffledOrder } from '../testing/random-matrix.ts'
import { buildGreedyTour, buildNearestNeighborTour } from './constructions.ts'
import { doubleBridge } from './double-bridge.ts'
import { LinKernighan } from './lin-kernighan.ts'
import { createLocalSearchRun } from './local-search.ts'
import { orOpt } from './or-opt.ts'
import { orThreeOpt } from './or-three-opt.ts'
import { computeCycleCost, createLocalSearch, type LocalSearch } from './search-state.ts'
import { twoOpt } from './two-opt.ts'

const moves = { twoOpt, orOpt, orThreeOpt }

function drawSearch(seed: number, symmetric: boolean): LocalSearch {
  const random = seededRandom(seed)
  const matrix = randomMatrix(random, 14 + (seed % 30), { symmetric })
  return createLocalSearch(matrix, findNearestNeighbors(matrix, 8), shuffledOrder(random, matrix.size))
}

function expectSound(search: LocalSearch, label: string): void {
  const { tour, size } = search
  expect(
    [...tour.order].sort((a, b) => a - b),
    label,
  ).toEqual(Array.from({ length: size }, (_, node) => node))
  expect(
    Array.from(tour.order, (node) => tour.position[node]),
    label,
  ).toEqual(Array.from({ length: size }, (_, index) => index))
  expect(search.tourCost, label).toBe(computeCycleCost(search, tour.order))
}

for (const [name, move] of Object.entries(moves)) {
  test(`${name}: each step reduces the cost by exactly the reported amount, and can be undone`, () => {
    let moves = 0
    for (let seed = 1; seed <= 40; seed++) {
      const search = drawSearch(seed, seed % 2 === 0)
      const before = [...search.tour.order]
      const costBefore = search.tourCost
      for (let node = 0; node < search.size; node++) {
        const cost = search.tourCost
        if (!move(search, node)) continue
        moves++
        expect(search.tourCost).toBeLessThan(cost)
        expectSound(search, `${name}, seed ${seed}, node ${node}`)
      }
      search.tour.undoJournal()
      search.tourCost = costBefore
      expectSound(search, `${name}, seed ${seed}, undone`)
      if (seed % 2 === 1) expect([...search.tour.order]).toEqual(before)
    }
    expect(moves).toBeGreaterThan(100)
  })
}

test('Lin–Kernighan: each improvement reduces the cost by exactly the reported amount, and a failed one changes nothing', () => {
  let improvements = 0
  for (let seed = 2; seed <= 80; seed += 2) {
    const search = drawSearch(seed, true)
    const linKernighan = new LinKernighan(search)
    for (let node = 0; node < search.size; node++) {
      const cost = search.tourCost
      const edges = listEdges(search)
      const isImproved = linKernighan.improve(node)
      expectSound(search, `seed ${seed}, node ${node}`)
      if (!isImproved) expect(listEdges(search), `seed ${seed}, node ${node}`).toEqual(edges)
      else expect(search.tourCost).toBeLessThan(cost)
      if (isImproved) improvements++
    }
  }
  expect(improvements).toBeGreaterThan(400)
})

test('Lin–Kernighan ends in tours that no exchange of two edges shortens', () => {
  for (let seed = 2; seed <= 20; seed += 2) {
    const search = drawSearch(seed, true)
    for (const node of search.tour.order) search.queue.push(node)
    createLocalSearchRun(search)()
    for (let node = 0; node < search.size; node++) expect(twoOpt(search, node), `seed ${seed}`).toBe(false)
  }
})

test('changes four arcs with a double bridge, and reports their cost', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const search = drawSearch(seed, false)
    const arcs = listArcs(search)
    doubleBridge(search, seededRandom(seed))
    expectSound(search, `seed ${seed}`)
    expect(listArcs(search).filter((arc) => !arcs.includes(arc))).toHaveLength(4)
  }
})

test('keeps the incremental sums correct over many kicks, descents and rollbacks', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const search = drawSearch(seed, seed % 2 === 0)
    const random = seededRandom(seed)
    for (const node of search.tour.order) search.queue.push(node)
    const runLocalSearch = createLocalSearchRun(search)
    runLocalSearch()
    for (let kick = 0; kick < 50; kick++) {
      const costBefore = search.tourCost
      search.tour.startJournal()
      doubleBridge(search, random)
      runLocalSearch()
      expect(search.queue.isEmpty).toBe(true)
      expectSound(search, `seed ${seed}, kick ${kick}`)
      if (search.tourCost <= costBefore) continue
      search.tour.undoJournal()
      search.tourCost = costBefore
      expectSound(search, `seed ${seed}, kick ${kick}, undone`)
    }
  }
})

test('visits each node once in constructions, even when neighbor lists are exhausted', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const matrix = randomMatrix(seededRandom(seed), 3 + 4 * seed, { costLimit: seed % 2 ? 1 : 100 })
    const neighbours = findNearestNeighbors(matrix, 1 + (seed % 5))
    for (const tour of [buildNearestNeighborTour(matrix, neighbours, 2), buildGreedyTour(matrix, neighbours)]) {
      expect(new Set(tour).size).toBe(matrix.size)
    }
  }
})

function listEdges({ tour }: LocalSearch): string[] {
  return Array.from(tour.order, (node) => [node, tour.next(node)].sort((a, b) => a - b).join('–')).sort()
}

function listArcs({ tour }: LocalSearch): string[] {
  return Array.from(tour.order, (node) => `${node}→${tour.next(node)}`)
}
