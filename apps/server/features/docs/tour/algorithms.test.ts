import { describe, expect, test } from 'vitest'
import { contract, customize, orderByCuts } from '../browser/tour/hierarchy.js'
import {
  buildNetwork,
  createExtract,
  createRandom,
  type EdgeSeconds,
  listSeconds,
  type Network,
} from '../browser/tour/network.js'
import { findRoute, findRouteByDijkstra, getEnds, listNodes, sweep, unpack } from '../browser/tour/searches.js'

const seeds = [1, 2, 3, 4, 5, 6]
const INFINITE = Number.POSITIVE_INFINITY

/** Returns random travel times. Every tenth direction of an edge is closed. */
function randomSeconds({ edges }: Network, seed: number): EdgeSeconds[] {
  const random = createRandom(seed)
  const draw = () => (random() < 0.1 ? INFINITE : 1 + Math.floor(random() * 50))
  return edges.map(() => ({ forward: draw(), backward: draw() }))
}

function prepare(columns: number, rows: number, seed: number) {
  const network = buildNetwork(createExtract(columns, rows, seed))
  const topology = contract(network, orderByCuts(network))
  const seconds = randomSeconds(network, seed)
  return { network, topology, seconds, metric: customize(topology, network, seconds) }
}

describe('the network', () => {
  test('has a node at every crossing and an edge between adjacent crossings', () => {
    const { nodes, edges } = buildNetwork(createExtract(8, 6, 1))
    expect([nodes.length, edges.length]).toEqual([48, 7 * 6 + 8 * 5])
    expect(edges.every(({ shape, meters }) => shape.length === 4 && meters > 0)).toBe(true)
  })

  test('closes one-way streets in one direction for cars, and not for bicycles', () => {
    const network = buildNetwork(createExtract(8, 6, 1))
    const isClosed = ({ backward }: EdgeSeconds) => backward === INFINITE
    expect(listSeconds(network).filter(isClosed)).toHaveLength(7 + 5)
    expect(listSeconds(network, 'bicycle').filter(isClosed)).toEqual([])
  })
})

describe.each(seeds)('with seed %i', (seed) => {
  const { network, topology, seconds, metric } = prepare(6, 5, seed)
  const all = network.nodes.map((_, node) => node)

  test('the order is a permutation, and every cut separates its two cells', () => {
    const { nodeAt, rank, cuts } = orderByCuts(network)
    expect(nodeAt.toSorted((a, b) => a - b)).toEqual(all)
    expect(all.every((node) => nodeAt[rank[node] ?? -1] === node)).toBe(true)
    for (const { cells } of cuts) {
      const [first = [], second = []] = cells
      const crossing = network.edges.filter(
        ({ from, to }) =>
          (first.includes(from) && second.includes(to)) || (first.includes(to) && second.includes(from)),
      )
      expect(crossing).toEqual([])
    }
  })

  test('every route is as fast as the route of Dijkstra', () => {
    for (const from of all)
      for (const to of all)
        expect([from, to, findRoute(topology, metric, from, to).seconds]).toEqual([
          from,
          to,
          findRouteByDijkstra(network, seconds, from, to).seconds,
        ])
  })

  test('an unpacked path uses only edges, whose travel times add up to that of the route', () => {
    for (const to of all) {
      const found = findRoute(topology, metric, 0, to)
      if (found.seconds === INFINITE) continue
      const path = unpack(topology, metric, found.steps).at(-1) ?? []
      expect(path.filter(({ arc }) => topology.arcs[arc]?.contracted !== undefined)).toEqual([])
      const sum = path.reduce((total, { arc, isUp }) => total + ((isUp ? metric.up : metric.down)[arc] ?? 0), 0)
      expect([sum, listNodes(topology, path, 0).at(-1)]).toEqual([found.seconds, to])
      for (const [index, step] of path.entries())
        expect(getEnds(topology, step)[0]).toBe(
          index === 0 ? topology.rank[0] : getEnds(topology, path[index - 1] ?? step)[1],
        )
    }
  })

  test('the sweep returns the travel times of Dijkstra to all nodes', () => {
    for (const from of all)
      expect(sweep(topology, metric, from)).toEqual(findRouteByDijkstra(network, seconds, from).secondsOf)
  })
})

test('new travel times need only a new customization', () => {
  const { network, topology } = prepare(8, 6, 1)
  for (const seed of seeds) {
    const seconds = randomSeconds(network, 100 + seed)
    const metric = customize(topology, network, seconds)
    expect(findRoute(topology, metric, 0, 47).seconds).toBe(findRouteByDijkstra(network, seconds, 0, 47).seconds)
  }
})

test('the searches of a large network visit far fewer junctions than Dijkstra', () => {
  const network = buildNetwork(createExtract(32, 32, 1))
  const seconds = listSeconds(network)
  const topology = contract(network, orderByCuts(network))
  const metric = customize(topology, network, seconds)
  const last = network.nodes.length - 1
  const { forward, backward, seconds: found } = findRoute(topology, metric, 0, last)
  const dijkstra = findRouteByDijkstra(network, seconds, 0, last)
  expect(found).toBe(dijkstra.seconds)
  expect(new Set([...forward, ...backward]).size * 4).toBeLessThan(dijkstra.visited.length)
})
