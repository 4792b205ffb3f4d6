import { expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { type Config, loadConfig } from '../../../platform/config/config.ts'
import { createUpstream } from './create-upstream.ts'
import { aroundTheCorner } from './testing/queries.ts'
import { startOsrm } from './testing/start-osrm.ts'

const clock = new FakeClock()
function configWith(environment: Record<string, string>): Config {
  const loaded = loadConfig({ environment })
  if (!loaded.ok) throw new Error(loaded.errors.join('\n'))
  return loaded.config
}

test('has no upstream without a URL', () => {
  expect(createUpstream(configWith({}), clock)).toBeUndefined()
})

test('rejects a URL that is not http or https, without showing a possible password', () => {
  const loaded = loadConfig({ environment: { FAIRWAY_UPSTREAM_URL: 'ftp://me:hunter2@a.example' } })
  expect(loaded).toEqual({
    ok: false,
    errors: ['FAIRWAY_UPSTREAM_URL is invalid; it must be a URL starting with http:// or https://'],
  })
})

test('takes URL, timeout and cache time from the settings', async () => {
  const server = await startOsrm()
  const settings = {
    FAIRWAY_UPSTREAM_URL: `${server.url}/`,
    FAIRWAY_UPSTREAM_TIMEOUT_MS: '1000',
    FAIRWAY_UPSTREAM_CACHE_SECONDS: '1',
  }
  const upstream = createUpstream(configWith(settings), clock)
  if (!upstream) throw new Error('no provider')
  expect((await upstream.route(aroundTheCorner)).ok).toBe(true)
  clock.advance(1000)
  await server.next({ does: 'hang' })
  expect(await upstream.route(aroundTheCorner)).toMatchObject({ failure: { why: 'no response within 1000 ms' } })
  await upstream.close()
  await server.kill()
})
