import { expect, test } from 'vitest'
import { readError, readValid } from './testing/read.ts'

const formats = 'ED-269 JSON, ED-318 GeoJSON, GeoJSON, OpenAir text'
test.each([
  ['', `test.json: is empty; allowed: ${formats}`],
  ['Dear all', `test.json: is in an unknown format; allowed: ${formats}`],
  ['{"type":"Topology"}', `test.json: is JSON without a list of features; allowed: ${formats}`],
  ['[1, 2]', `test.json: is JSON without a list of features; allowed: ${formats}`],
  ['{"features":[{}]}', `test.json: has features, but is in an unknown format; allowed: ${formats}`],
])('rejects %j', (text, message) => {
  expect(readError(text)).toBe(message)
})
test('rejects broken JSON', () => {
  expect(readError('{"features": [')).toMatch(/^test\.json: is not valid JSON \(/)
})

test('reads five megabytes in about a second', () => {
  const features = Array.from({ length: 20_000 }, (_, index) => {
    const [x, y] = [(index % 200) * 1.5 - 150, Math.floor(index / 200) * 1.5 - 75]
    const coordinates = [
      [
        [x, y],
        [x + 0.01, y],
        [x + 0.01, y + 0.01],
        [x, y + 0.01],
        [x, y],
      ],
    ]
    const properties = {
      id: `zone ${index}`,
      name: `Zone number ${index}`,
      rule: 'prohibited',
      upper_m: 120,
      message: 'Keep out of here',
    }
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates } }
  })
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  expect(text.length).toBeGreaterThan(5_000_000)
  const before = process.cpuUsage()
  expect(readValid(text).zones.length).toBe(20_000)
  const { user, system } = process.cpuUsage(before)
  // Reading takes a twentieth of this limit on an idle machine.
  expect((user + system) / 1e6).toBeLessThan(20)
})

test('rejects lists nested deeper than the stack like other invalid input', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const geometry = `{"type":"Polygon","coordinates":${deep}}`
  const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":${geometry}}]}`
  expect(readError(text)).toMatch(/^test\.json: features\[0\]: geometry\.coordinates.* is \[\[\[/)
  expect(readError(deep)).toBe(`test.json: is JSON without a list of features; allowed: ${formats}`)
})
