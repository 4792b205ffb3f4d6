import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { readConsoleFiles } from './pages.ts'
import { consoleRoutes } from './routes.ts'

describe('console files', () => {
  let app: FastifyInstance
  let temporary: TempDir
  beforeAll(async () => {
    temporary = await createTempDir()
    const folder = temporary.path
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Fairway</title>')
    writeFileSync(join(folder, 'assets/index-abc.js'), 'let a = 1')
    writeFileSync(join(folder, 'assets/index-abc.js.gz'), gzipSync('let a = 1'))
    writeFileSync(join(folder, 'service-worker.js'), 'self')
    writeFileSync(join(folder, 'secret.env'), 'not for anybody')
    app = Fastify()
    consoleRoutes(app, readConsoleFiles(folder))
  })
  afterAll(async () => {
    await app.close()
    await temporary.dispose()
  })

  test('revalidate the page on every request, with a short reply when it is unchanged', async () => {
    const first = await app.inject('/')
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.headers['content-security-policy']).toContain("script-src 'self'")
    const again = await app.inject({ url: '/', headers: { 'if-none-match': `W/${first.headers.etag}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('are cached forever except the page, and sent in the smallest encoding that the browser accepts', async () => {
    const plain = await app.inject('/assets/index-abc.js')
    expect(plain.headers['cache-control']).toContain('immutable')
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['let a = 1', undefined])
    const small = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.rawPayload).toEqual(gzipSync('let a = 1'))
  })

  test('revalidate the service worker on every request, so that browsers detect a new page', async () => {
    const worker = await app.inject('/service-worker.js')
    expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('include only the files of the page', async () => {
    for (const path of [
      '/secret.env',
      '/assets/index-abc.js.gz',
      '/assets/../secret.env',
      '/assets/%2e%2e/secret.env',
    ]) {
      expect((await app.inject(path)).statusCode).toBe(404)
    }
  })
})

test('explain that the console has not been built', async () => {
  const app = Fastify()
  const empty = await createTempDir()
  consoleRoutes(app, readConsoleFiles(empty.path))
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('npm run console')
  await app.close()
  await empty.dispose()
})
