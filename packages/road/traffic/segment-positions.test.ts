import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { randomNetwork } from '../testing/random-network.ts'
import { buildSegmentIndex } from './segment-index.ts'
import { findSegmentPositions, hasSameNodes } from './segment-positions.ts'
import { segmentRowsOf, speedsOnArcs } from './segment-speeds.ts'

const random = seededRandom(5)
const network = randomNetwork(random, { columns: 8, rows: 8 })
const index = buildSegmentIndex(network)
const arcs = Uint32Array.from({ length: 40 }, () => Math.floor(random() * network.arcs.count))
const rows = segmentRowsOf(
  network,
  arcs,
  arcs.map((arc) => 2 * network.arcs.duration[arc]),
)

describe('segment locations', () => {
  test('are reused for new speeds in the same rows, with the same result as a new search', () => {
    const places = findSegmentPositions(network, index, rows)
    const next = { ...rows, fromNode: rows.fromNode.slice(), kmh: rows.kmh.map((kmh, row) => (row % 9 ? kmh / 2 : 0)) }
    expect(hasSameNodes(places, next)).toBe(true)
    const again = speedsOnArcs(network, index, next, places)
    expect(again).toEqual(speedsOnArcs(network, index, next))
    expect(again.matchedCount).toBe(rows.kmh.length)
    expect(again.duration).not.toEqual(speedsOnArcs(network, index, rows).duration)
  })

  test('do not match if a row is changed, missing or moved', () => {
    const places = findSegmentPositions(network, index, rows)
    const changed = (row: number) => ({ ...rows, toNode: rows.toNode.with(row, -7) })
    for (const row of [0, 1, rows.kmh.length - 1]) expect(hasSameNodes(places, changed(row)), `row ${row}`).toBe(false)
    expect(hasSameNodes(places, { ...rows, fromNode: rows.fromNode.slice(1), toNode: rows.toNode.slice(1) })).toBe(
      false,
    )
    expect(hasSameNodes(places, { fromNode: rows.fromNode.toReversed(), toNode: rows.toNode.toReversed() })).toBe(false)
  })
})
