import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { addDocsRoutes } from './routes.ts'
import { fixture } from './testing/fixture.ts'

function createApp() {
  const made = { count: 0 }
  const app = Fastify()
  addDocsRoutes(app, () => {
    made.count++
    return fixture
  })
  return { app, made }
}

test('sends the page with all security headers', async () => {
  const { app } = createApp()
  const { statusCode, headers, body } = await app.inject('/docs')
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^<!doctype html>/)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})

test('renders the page once, at the first request', async () => {
  const { app, made } = createApp()
  await app.ready()
  expect(made.count).toBe(0)
  await app.inject('/docs')
  await app.inject('/docs')
  expect(made.count).toBe(1)
})

test('returns 304 for a cached page', async () => {
  const { app } = createApp()
  const etag = String((await app.inject('/docs')).headers.etag)
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await app.inject({ url: '/docs', headers: { 'if-none-match': ifNoneMatch } })
    expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, '', etag])
  }
  const other = await app.inject({ url: '/docs', headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})
