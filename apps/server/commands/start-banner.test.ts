import { expect, test } from 'vitest'
import { formatBanner } from './start-banner.ts'

const fields = { version: '0.1.0', url: 'http://localhost:8080', regions: ['monaco'], pending: ['the sea map'] }

test('the banner has four lines: URL, first call, data being built, documentation', () => {
  expect(formatBanner(fields)).toBe(`
  Fairway 0.1.0  http://localhost:8080
  First call     curl -s http://localhost:8080/v1/route -H 'content-type: application/json' -d '{"from":[43.7301,7.4256],"to":[43.7401,7.4285]}'
  Being built    the sea map; monaco can be used
  Docs           http://localhost:8080/docs

`)
})

test('the banner suggests a call that works on the loaded maps, or how to add one', () => {
  expect(formatBanner({ ...fields, regions: ['malta'], pending: [] })).toContain(
    "'http://localhost:8080/v1/geocode?q=airport'",
  )
  expect(formatBanner({ ...fields, regions: ['malta'], pending: [] })).toContain('nothing: malta can be used')
  expect(formatBanner({ ...fields, regions: [] })).toContain('npx fairway regions add europe/monaco')
  expect(formatBanner({ ...fields, regions: [] })).toContain('no map is loaded yet')
})
