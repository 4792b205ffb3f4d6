import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ErrorSchema } from '../../platform/http/schemas.ts'
import { statusFeature } from './feature.ts'

test('is ready after the start and until the stop, and calls no check outside this time', async () => {
  let [isStarting, isDraining, checkCount] = [true, false, 0]
  const app = Fastify()
  app.addSchema(ErrorSchema)
  const feature = statusFeature({
    checks: {
      database: async () => {
        checkCount++
      },
    },
    notices: {},
    isStarting: () => isStarting,
    isDraining: () => isDraining,
    metrics: async () => '',
  })
  feature.routes?.(app)
  const read = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body), checkCount]
  }
  expect(await read()).toEqual([503, { busy: true, detail: 'The service is not ready: starting' }, 0])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  isStarting = false
  expect(await read()).toEqual([200, { status: 'ready', checks: { database: 'ok' } }, 1])
  isDraining = true
  expect(await read()).toEqual([503, { busy: true, detail: 'The service is not ready: shutting down' }, 1])
})
