import { HgtTerrain, type Position, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import { samplePositions } from '../plan/flight/heights.ts'
import { GROUND_LINE_TOLERANCE_M, traceGround } from './ground-line.ts'

/** Creates random heights from 0 to 70 m, which give slopes of more than 70 % in all directions. */
function roughTile(size: number): HgtTerrain {
  const random = seededRandom(41)
  const samples = Int16Array.from({ length: size * size }, () => Math.floor(random() * 70))
  return new HgtTerrain([{ latitude: 46, longitude: 8, size, samples }])
}

const terrain = roughTile(1201)
const lines: readonly [Position, Position][] = [
  [
    [46.5, 8.5],
    [46.51, 8.513],
  ],
  [
    [46.5, 8.5],
    [46.5, 8.52],
  ],
  [
    [46.2, 8.1],
    [46.19, 8.1],
  ],
]

test.each(lines)(
  'never deviates from the terrain between its points by more than the tolerance, %j to %j',
  (from, to) => {
    let worst = 0
    const heightAt = (position: Position) => terrain.heightAt(position) ?? 0
    const points = traceGround({ heightAt, cellsPerDegreeAt: (at) => terrain.cellsPerDegreeAt(at) }, from, to)
    expect([points[0].position, points[points.length - 1].position]).toEqual([from, to])
    for (let at = 1; at < points.length; at++) {
      const [before, after] = [points[at - 1], points[at]]
      const samples = samplePositions(before.position, after.position, 2)
      samples.forEach((position, look) => {
        const share = look / (samples.length - 1)
        const straight = before.meters * (1 - share) + after.meters * share
        worst = Math.max(worst, Math.abs(heightAt(position) - straight))
      })
    }
    expect(worst).toBeLessThan(GROUND_LINE_TOLERANCE_M + 0.1)
  },
)

test('has nothing between the endpoints without data, and terminates over a pole', () => {
  const flat = { heightAt: () => 7, cellsPerDegreeAt: () => undefined }
  expect(traceGround(flat, [46, 8], [46, 8.001])).toHaveLength(2)
  const fine = { heightAt: () => 7, cellsPerDegreeAt: () => 3600 }
  const overPole = traceGround(fine, [89.95, 0], [89.95, 180])
  expect(overPole.length).toBeLessThan(10_000)
  expect(metersBetween(toVector(overPole[0].position), toVector([89.95, 0]))).toBe(0)
})
