import { expect, test } from 'vitest'
import { toRouteUrl } from './osrm-request.ts'
import type { UpstreamQuery } from './provider.ts'

const query: UpstreamQuery = {
  stops: [
    { latitude: -34.9055, longitude: -56.1851, heading: -1 },
    { latitude: 52.5170371234, longitude: 13.38886, heading: -1 },
  ],
  alternatives: 2,
  steps: true,
  avoid: [],
}
function urlFor(changes: Partial<UpstreamQuery> = {}, base = 'http://osrm.example:5000'): string {
  const url = toRouteUrl(new URL(base), { ...query, ...changes })
  if (!url.ok) throw new Error(url.failure.why)
  return url.value.href
}
const [from, to] = query.stops as [UpstreamQuery['stops'][0], UpstreamQuery['stops'][0]]

test('builds the full URL, with longitude first', () => {
  expect(urlFor()).toBe(
    'http://osrm.example:5000/route/v1/driving/-56.185100,-34.905500;13.388860,52.517037' +
      '?alternatives=2&steps=true&geometries=polyline6&overview=full&annotations=false',
  )
})

test('requests no alternatives and no steps explicitly', () => {
  expect(urlFor({ alternatives: 0, steps: false })).toContain('?alternatives=false&steps=false&')
})

test('converts headings to bearings, empty where there is none', () => {
  expect(urlFor()).not.toContain('bearings')
  const stops = [{ ...from, heading: 359.6 }, to, { ...to, heading: 90.4 }]
  expect(urlFor({ stops })).toMatch(/&bearings=0,45;;90,45$/)
})

test('sends bearings with their tolerance, and the side of the street', () => {
  const bearing = { degrees: 359.7, toleranceDegrees: 20 }
  const stops = [
    { ...from, heading: 12, bearing },
    { ...to, approach: 'curb' as const },
  ]
  expect(urlFor({ stops })).toMatch(/&bearings=0,20;&approaches=;curb$/)
})

test('converts avoided features to road class names', () => {
  expect(urlFor({ avoid: ['tolls', 'motorways', 'ferries', 'tunnels'] })).toMatch(
    /&exclude=toll,motorway,ferry,tunnel$/,
  )
})

test('rejects features that cannot be avoided instead of ignoring them', () => {
  expect(toRouteUrl(new URL('http://a'), { ...query, avoid: ['tolls', 'unpaved'] })).toEqual({
    ok: false,
    failure: { kind: 'upstream-refused', why: 'it cannot avoid unpaved' },
  })
})

test('keeps the path and parameters of the base URL', () => {
  expect(urlFor({}, 'https://a.example/maps/?key=a%26b')).toMatch(
    /^https:\/\/a\.example\/maps\/route\/v1\/driving\/-56.*\?key=a%26b&alternatives=2&/,
  )
})
