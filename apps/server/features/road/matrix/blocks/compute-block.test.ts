import { inflateRawSync } from 'node:zlib'
import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import { LAST_BLOCK, type Piece } from '../../../jobs/result/piece.ts'
import { computeInBlocks } from '../cells/compute-blocks.ts'
import { computeMatrix } from '../cells/compute-matrix.ts'
import type { MatrixJob, PointList } from '../cells/matrix-job.ts'
import { MatrixWriter } from '../reply-writer.ts'
import { countBlockRows } from './block-job.ts'
import { computeMatrixEnd, computeMatrixRows } from './compute-block.ts'

const SEED = 2027
const NOW = Date.parse('2026-11-15T12:00:00Z')

test(`blocks of rows join to the reply of the whole matrix, seed ${SEED}`, async () => {
  const maps = await openMaps()
  const regions = new RegionDirectory(maps)
  await regions.update(maps.regions, NOW)
  const random = seededRandom(SEED)
  const points: PointList = { field: 'points', latitude: [], longitude: [] }
  const rest: PointList = { field: 'destinations', latitude: [], longitude: [] }
  for (const [list, count] of [
    [points, 23],
    [rest, 9],
  ] as const)
    for (let index = 0; index < count; index++) {
      ;(list.latitude as number[]).push(-34.9059 + 0.03 * random())
      ;(list.longitude as number[]).push(-56.1913 + 0.05 * random())
    }
  for (const destinations of [points, rest]) {
    const job: MatrixJob = {
      origins: points,
      destinations,
      metrics: ['distance', 'duration', 'free_flow'],
      profile: undefined,
      avoidAreas: [],
      departMs: NOW,
      nowMs: NOW,
      radiusMeters: 1000,
    }
    const whole = await computeMatrix(regions, job, { isCancelled: () => false, maxSingles: Number.POSITIVE_INFINITY })
    if (whole.kind !== 'numbers') throw new Error(`the matrix is ${whole.kind}`)
    if (destinations === points) {
      const options = { isCancelled: () => false, maxSingles: Number.POSITIVE_INFINITY }
      // Each block has two rows, except for the last block, which has one.
      expect(await computeInBlocks(regions, job, options, 50)).toEqual(whole)
      expect(await computeInBlocks(regions, job, { ...options, isCancelled: () => true }, 50)).toEqual({
        kind: 'cancelled',
      })
    }
    const expected = Buffer.from(new MatrixWriter().writeAll(whole.numbers)).toString()
    const end = await computeMatrixEnd(regions, job)
    if (end.kind !== 'end') throw new Error(`the end is ${end.kind}`)
    const blocks: (readonly Piece[])[] = []
    for (const [firstRow, endRow] of [
      [0, 8],
      [8, 16],
      [16, 23],
    ] as const) {
      const rows = await computeMatrixRows(regions, { matrix: job, map: end.map, firstRow, endRow }, () => false)
      if (rows.kind !== 'rows') throw new Error(`the rows are ${rows.kind}`)
      blocks.push(rows.pieces)
    }
    const pieces = [...blocks.flat(), ...end.pieces].toSorted((a, b) => a.section - b.section)
    expect(inflateRawSync(Buffer.concat([...pieces.map(({ bytes }) => bytes), LAST_BLOCK])).toString()).toBe(expected)
    const outdated = { matrix: job, map: { ...end.map, dataset: 'older' }, firstRow: 0, endRow: 8 }
    expect(await computeMatrixRows(regions, outdated, () => false)).toEqual({ kind: 'outdated' })
    const first = { matrix: job, map: end.map, firstRow: 0, endRow: 8 }
    expect(await computeMatrixRows(regions, first, () => true)).toEqual({ kind: 'cancelled' })
  }
})

test('a block has at most a million cells, and at least one row', () => {
  expect([1, 10_000, 1_000_000, 2_000_000].map(countBlockRows)).toEqual([1_000_000, 100, 1, 1])
})
