import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLakes } from '../sea/read-lakes.ts'

const table = readFileSync(new URL('./data/shores.tsv', import.meta.url), 'utf8')
const rings = readLakes(table)

/**
 * Returns whether a position is land. The last ring around the position decides, because later rings are painted over
 * earlier ones.
 */
function isLand(latitude: number, longitude: number): boolean {
  const names = table.trim().split('\n')
  let land = true
  for (const [ring, end] of rings.ringEnd.entries()) {
    let inside = false
    for (let i = ring === 0 ? 0 : rings.ringEnd[ring - 1]; i < end - 1; i++) {
      const [ay, ax] = [rings.latitude[i] / 1e6, rings.longitude[i] / 1e6]
      const [by, bx] = [rings.latitude[i + 1] / 1e6, rings.longitude[i + 1] / 1e6]
      if (ay > latitude !== by > latitude && longitude < ax + ((latitude - ay) / (by - ay)) * (bx - ax))
        inside = !inside
    }
    if (inside) land = names[ring]?.startsWith('land\t') ?? false
  }
  return land
}

test.each([
  ['the port', -34.9, -56.215, false],
  ['the bay', -34.888, -56.225, false],
  ['the sea off Pocitos', -34.927, -56.14, false],
  ['the old town', -34.9066, -56.204, true],
  ['Punta Carretas', -34.93, -56.16, true],
  ['Cerro', -34.888, -56.258, true],
  ['the airport', -34.83, -56.03, true],
  ['the eastern end of the refined shore', -34.83, -55.98001, true],
])('%s of Montevideo is on the right side of the shore', (_, latitude, longitude, expected) => {
  expect(isLand(latitude, longitude)).toBe(expected)
})
