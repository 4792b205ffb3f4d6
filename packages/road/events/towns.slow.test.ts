import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import { randomLeg } from '../match/testing/simulate.ts'
import { ArcFlag } from '../network/attributes.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { Planner } from '../route/planner.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { EventLocator } from './event-locator.ts'
import { drawnLine, overlapOf, stretchesOf } from './testing/drawn-lines.ts'

const corners = { 'a town': { south: 41, west: -8 }, 'a town on the date line': { south: -16.5, west: 179.98 } }

describe.each(Object.entries(corners))('lines on %s', (_, corner) => {
  const random = seededRandom(1115)
  const network = randomNetwork(random, { columns: 30, rows: 25, ...corner, restrictedShare: 0, unsnappableShare: 0 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const planner = new Planner(map)
  const locator = new EventLocator(buildMatchMap(map, metric))

  function legs(count: number): PlannedLeg[] {
    const found: PlannedLeg[] = []
    while (found.length < count) {
      const leg = randomLeg(planner, metric, random)
      if (leg && leg.arcs.length > 4) found.push(leg)
    }
    return found
  }

  test.each([
    [0, 0, 0.99],
    [0, 5, 0.99],
    [4, 5, 0.98],
    [-8, 5, 0.97],
    [8, 5, 0.97],
  ])('shifted by %i m, with %i m of noise: matches at least %f of the length correctly', (shift, noise, bar) => {
    let [meant, found, common, opposite] = [0, 0, 0, 0]
    for (const leg of legs(100)) {
      const line = drawnLine(network, leg, { shiftMeters: shift, noiseMeters: noise }, random)
      const stretches = locator.locate({ line }, 'along')
      const truth = stretchesOf(network, leg)
      const overlap = overlapOf(network, truth, stretches)
      meant += overlap.meant
      found += overlap.found
      common += overlap.common
      const backwards = truth.arc.map((arc) => network.edges.arc[network.arcs.edgeSide[arc] ^ 1])
      const there = new Set(truth.arc)
      opposite += backwards.filter((arc) => !there.has(arc) && stretches?.arc.includes(arc)).length
      for (const arc of stretches?.arc ?? []) expect(network.arcs.flags[arc] & ArcFlag.copy).toBe(0)
      expect(stretches?.arc).toEqual(stretches?.arc.slice().sort())
    }
    const percent = (share: number) => `${(100 * share).toFixed(2)} %`
    console.info(
      `shifted by ${shift} m, ${noise} m of noise: recall ${percent(common / meant)}, precision ${percent(common / found)}, ` +
        `${opposite} arcs in the opposite direction`,
    )
    expect(common / meant, 'of what was meant').toBeGreaterThan(bar)
    expect(common / found, 'of what was found').toBeGreaterThan(bar)
    expect(opposite).toBe(0)
  })

  /** Returns about the first kilometer of a leg, from the middle of one arc to the middle of another. */
  function firstKilometre(leg: PlannedLeg): PlannedLeg {
    const count = Math.min(leg.arcs.length, 9)
    return {
      ...leg,
      arcs: leg.arcs.slice(0, count),
      turns: leg.turns.slice(0, count - 1),
      startFraction: 0.5,
      endFraction: 0.5,
    }
  }

  test('matches at least nine tenths of a fastest path given only by its endpoints', () => {
    let [meant, found, common] = [0, 0, 0]
    for (const leg of legs(100).map(firstKilometre)) {
      const line = drawnLine(network, leg, { shiftMeters: 0, noiseMeters: 5 }, random)
      const stretches = locator.locate({ line: [line[0], line[line.length - 1]], sparse: true }, 'along')
      const overlap = overlapOf(network, stretchesOf(network, leg), stretches)
      meant += overlap.meant
      found += overlap.found
      common += overlap.common
    }
    expect(common / meant, 'of what was meant').toBeGreaterThan(0.9)
    expect(common / found, 'of what was found').toBeGreaterThan(0.9)
  })

  test('matches thousands of lines of one kilometer in seconds', () => {
    const lines = legs(200).map((leg) =>
      drawnLine(network, firstKilometre(leg), { shiftMeters: 4, noiseMeters: 5 }, random),
    )
    for (const line of lines) locator.locate({ line }, 'along')
    const before = process.cpuUsage()
    for (const line of lines) locator.locate({ line }, 'along')
    const { user, system } = process.cpuUsage(before)
    const each = (user + system) / lines.length
    console.info(`${Math.round(each)} µs for a line of one kilometer`)
    expect(each, 'µs').toBeLessThan(100_000)
  })
})
