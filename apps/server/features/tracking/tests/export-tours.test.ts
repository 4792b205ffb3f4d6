import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { ask } from '../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'
import { cerro, independencia, pocitos } from '../../road/route/tests/trips.ts'

const stops = [independencia, pocitos, cerro]
const durations_min = [
  [0, 500, 500],
  [500, 0, 10],
  [500, 10, 0],
]
const request = { stops, objective: 'duration', rules: 'eu561', matrix: { durations_min }, days: ['2027-03-01'] }

describeOnStores('exported tours', ({ startShared }) => {
  let service: TestService
  let key: string
  let id: string
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps() })
    key = (await issueKey(service, 'pro')).key
    const body = { ...request, time_zone: 'America/Montevideo', shift: ['06:00', '19:00'] }
    id = expectServed(await ask(service, body, { 'x-api-key': key })).json().id
  })
  const get = (query: string, of = id, withKey = key) =>
    service.app.inject({ url: `/v1/optimize/${of}${query}`, headers: { 'x-api-key': withKey } })

  test('are GeoJSON by default, a table, or GPX', async () => {
    const geojson = expectServed(await get(''))
    expect(geojson.headers['content-type']).toBe('application/geo+json; charset=utf-8')
    expect(geojson.json().features).toMatchObject([
      { geometry: { type: 'Point' }, properties: { vehicle: 0, day: '2027-03-01', position: 0 } },
      { properties: { position: 1 } },
    ])
    const csv = expectServed(await get('?format=csv'))
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.payload.trim().split('\r\n')).toHaveLength(3)
    expect(csv.payload).toMatch(/,day\r\n0,0,/)
    const gpx = expectServed(await get('?format=gpx&title=A%26B'))
    expect(gpx.headers['content-type']).toBe('application/gpx+xml; charset=utf-8')
    expect(gpx.payload).toContain('<name>A&amp;B</name>')
  })

  test('are a page for printing with one sheet per tour, breaks, and escaped texts', async () => {
    const page = expectServed(await get(`?format=manifest&title=${encodeURIComponent('<script>"x"')}`))
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    expect(page.payload).not.toContain('<script>')
    expect(page.payload).toContain('&#60;script&#62;&#34;x&#34;: vehicle 0, 2027-03-01')
    expect(page.payload.match(/<section>/g)).toHaveLength(1)
    expect(page.payload.match(/<tr><td>/g)).toHaveLength(2)
    expect(page.payload).toMatch(/Break at 2027-03-01 \d\d:\d\d, 45 min/)
  })

  test('are not found under another account or an unknown id, and need a known format', async () => {
    expectProblem(await get('', id, (await issueKey(service, 'pro')).key), 404, /^The account has no solution/)
    expectProblem(await get('', 'so_1'), 404, /^The account has no solution "so_1"/)
    expectProblem(await get('?format=pdf'), 422, /format/)
    expectServed(await get(`?format=gpx&title=${'x'.repeat(100)}`))
    expectProblem(await get(`?format=gpx&title=${'x'.repeat(101)}`), 422, /title/)
  })
})
