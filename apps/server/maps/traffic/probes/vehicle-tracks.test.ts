import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { ProbeRow } from './probe-row.ts'
import { ProbeTable } from './probe-table.ts'
import { listTracks } from './vehicle-tracks.ts'

test('groups positions by vehicle in order of time, and keeps the order of equal times', () => {
  const random = seededRandom(4)
  const table = new ProbeTable()
  const truth = new Map<string, number[][]>()
  const row = new ProbeRow()
  for (let i = 1; i <= 6000; i++) {
    row.vehicle = `car ${Math.floor(random() * random() * 40)}`
    // The range of times is small, so that many times are equal.
    row.seconds = 1e9 + Math.floor(random() * 500)
    Object.assign(row, { latitude: i / 1000, longitude: -i / 1000, heading: i % 360, accuracy: i })
    table.add(row)
    const trueRows = truth.get(row.vehicle) ?? []
    truth.set(row.vehicle, trueRows)
    trueRows.push([row.seconds, i])
  }
  const tracks = [...truth.values()].map((trueRows) => trueRows.sort(([a = 0], [b = 0]) => a - b))
  let vehicles = 0
  for (const { vehicle, track } of listTracks(table)) {
    const { count, latitude, longitude, seconds = [], heading = [], accuracy = [] } = track
    const trackRows = Array.from({ length: count }, (_, i) => [seconds[i], accuracy[i]])
    expect(trackRows).toEqual(tracks[vehicle])
    for (let i = 0; i < count; i++) {
      const number = accuracy[i] ?? -1
      expect([latitude[i], longitude[i], heading[i]]).toEqual([number / 1000, -number / 1000, number % 360])
    }
    vehicles++
  }
  expect(vehicles).toBe(truth.size)
  expect(table.secondsRange()).toEqual([1e9, 1e9 + 499])
})
