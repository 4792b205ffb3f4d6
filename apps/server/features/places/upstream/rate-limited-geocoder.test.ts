import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { fail, ok } from '../../../platform/result.ts'
import type { GeocoderAdapter, UpstreamGeocodeQuery } from './geocoder.ts'
import { RateLimitedGeocoder } from './rate-limited-geocoder.ts'
import type { GeocoderStore } from './store.ts'

const question = (latitude: number): UpstreamGeocodeQuery => ({
  kind: 'reverse',
  latitude,
  longitude: 2,
  language: undefined,
})

function geocoderWith(isUp: () => boolean, perSecond: number, timeoutMs: number) {
  const clock = new FakeClock()
  const asked: number[] = []
  const adapter: GeocoderAdapter = {
    async query(what) {
      if (what.kind === 'reverse') asked.push(what.latitude)
      return isUp() ? ok({ places: [], attribution: '' }) : fail({ why: 'down' })
    },
    close: () => undefined,
  }
  const store = {} as GeocoderStore
  const log = { warn: () => undefined }
  return {
    clock,
    asked,
    geocoder: new RateLimitedGeocoder(adapter, { clock, store, log, cacheDays: 0, perSecond, timeoutMs }),
  }
}

test('does not wait for a slot while the upstream geocoder is suspended', async () => {
  let isUp = false
  const { clock, asked, geocoder } = geocoderWith(() => isUp, 1, 30_000)
  for (let i = 1; i <= 5; i++) {
    expect(await geocoder.query(question(i))).toBeUndefined()
    if (i < 5) clock.advance(1000)
  }
  // The next slot is a second away, and the timeout is half a minute.
  for (let i = 6; i <= 10; i++) expect(await Promise.race([geocoder.query(question(i)), turn('waits')])).toBeUndefined()
  expect(asked).toEqual([1, 2, 3, 4, 5])
  isUp = true
  clock.advance(10_001)
  expect(await geocoder.query(question(11))).toMatchObject({ source: 'upstream' })
})

test('allows later requests after a probe that found no slot', async () => {
  let isUp = true
  // The rate is one request every 100 seconds, and the maximum wait is one second.
  const { clock, asked, geocoder } = geocoderWith(() => isUp, 0.01, 1000)
  isUp = false
  for (let i = 1; i <= 5; i++) {
    await geocoder.query(question(i))
    clock.advance(i < 5 ? 100_000 : 10_001)
  }
  expect(await geocoder.query(question(6))).toBeUndefined()
  isUp = true
  clock.advance(100_000)
  expect(await geocoder.query(question(7))).toMatchObject({ source: 'upstream' })
  expect(asked).toEqual([1, 2, 3, 4, 5, 7])
})
