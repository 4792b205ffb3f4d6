import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { callProbe, newEmail, signIn, signUp } from '../../../features/accounts/tests/sample-accounts.ts'
import { describeOnStores } from './suite.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describeOnStores('the error object', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000, bodyLimitBytes: 2048 } })
  })
  const signup = (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    service.app.inject({ method: 'POST', url: '/v1/account/signup', headers, payload })

  describe('404', () => {
    test.each(['/v1', '/v1/rout', '/v1/account/', '/account/nobody', '/openapi.yaml', '/v1/account/signup/x'])(
      'is returned at %s',
      async (url) => {
        expectProblem(await service.app.inject({ url }), 404, /^There is nothing at \/.*; \/openapi.json lists/)
      },
    )

    test('has a detail without the query, and truncates a long path', async () => {
      const { detail } = expectProblem(await service.app.inject({ url: '/v1/rout?key=secret' }), 404).json()
      expect(detail).toMatch(/^There is nothing at \/v1\/rout; /)
      const long = expectProblem(await service.app.inject({ url: `/v1/${'x'.repeat(10_000)}` }), 404).json()
      expect(long.detail.length).toBeLessThan(250)
    })

    test.each([
      ['malformed JSON', '{', JSON_TYPE],
      ['another content type', '<a/>', { 'content-type': 'application/xml' }],
      ['too much', 'x'.repeat(4000), JSON_TYPE],
    ])('is returned for an unknown path, whatever is sent to it: %s', async (_title, payload, headers) => {
      expectProblem(await service.app.inject({ method: 'POST', url: '/v1/rout', headers, payload }), 404)
    })
  })

  describe('405', () => {
    test.each([
      ['GET', '/v1/account/signup', 'POST'],
      ['HEAD', '/v1/account/signup', 'POST'],
      ['DELETE', '/v1/account/usage', 'GET, HEAD'],
      ['PUT', '/account/keys', 'GET, HEAD, POST'],
      ['GET', '/account/keys/key_1', 'DELETE, PATCH'],
      ['GET', '/account/phone', 'DELETE, PUT'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['PROPFIND', '/account', 'DELETE, GET, HEAD'],
      ['TRACE', '/account', 'DELETE, GET, HEAD'],
      ['OPTIONS', '/account', 'DELETE, GET, HEAD'],
      ['GET', '/v1/account/signup/', 'POST'],
    ])('is returned for %s %s with the allowed methods', async (method, url, allow) => {
      const reply = await service.app.inject({ method: method as 'GET', url })
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
      if (method !== 'HEAD')
        expectProblem(reply, 405, `${method} is not supported at this URL; use ${allow.replace(/, (?!.*, )/, ' or ')}`)
    })

    test('is returned before the body is read', async () => {
      const reply = service.app.inject({ method: 'PUT', url: '/v1/account/signup', headers: JSON_TYPE, payload: '{' })
      expectProblem(await reply, 405)
    })
  })

  describe('400', () => {
    test.each([
      '{',
      'hello',
      '{"email":"a@example.com",}',
      "{'email':1}",
      '{"email":NaN}',
      '{}{}',
      '\u0000',
      '"',
      '[1',
    ])('is returned for invalid JSON: %j', async (payload) => {
      expectProblem(await signup(payload), 400, /^The body is not valid JSON/)
    })

    test('is returned for invalid JSON with the parser error, once', async () => {
      const details = await Promise.all(
        ['{"email": ', '{"email": x}'].map(async (payload) => (await signup(payload)).json().detail),
      )
      expect(details).toEqual([
        expect.stringMatching(/^The body is not valid JSON: Unexpected end/),
        expect.stringMatching(/^The body is not valid JSON: Unexpected token/),
      ])
    })

    test('is returned for invalid JSON: bytes that are not UTF-8', async () => {
      expectProblem(await signup(Buffer.from([0xff, 0xfe, 0x00])), 400, /^The body is not valid JSON/)
    })

    test('is returned for invalid JSON: an empty body', async () => {
      expectProblem(await signup(''), 400, 'The body is not valid JSON: it is empty')
    })

    test.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'json',
      'text/json',
    ])('is returned for content type %s', async (type) => {
      const reply = await signup(JSON.stringify({ email: newEmail() }), { 'content-type': type })
      expectProblem(reply, 400, /^The Content-Type header is ".*"; send the body as application\/json$/)
    })

    test.each(['compress', 'gzip, br', 'aws-chunked'])('is returned for content encoding %s', async (encoding) => {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding }
      const reply = await signup(JSON.stringify({ email: newEmail() }), headers)
      expectProblem(
        reply,
        400,
        `The Content-Encoding header is "${encoding}", which is not supported; use gzip, deflate, br or zstd, or send the body uncompressed`,
      )
    })

    test.each(['gzip', 'deflate', 'br', 'zstd'])('is returned for a body that is not %s', async (encoding) => {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding }
      const reply = await signup(JSON.stringify({ email: newEmail() }), headers)
      const detail = new RegExp(
        `^The body cannot be decompressed as ${encoding}: .*; check that it is complete and that Content-Encoding names its format$`,
      )
      expect(expectProblem(reply, 400, detail).headers['x-error-code']).toBe('body-damaged')
    })

    test('is returned for a compressed body at a URL that takes no JSON', async () => {
      const reply = await service.app.inject({
        method: 'POST',
        url: '/account/local-key',
        headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
        payload: gzipSync('{}'),
      })
      expectProblem(
        reply,
        400,
        'The Content-Encoding header is "gzip", but this URL accepts only uncompressed bodies; send the body uncompressed',
      )
    })

    test.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ])('is not returned for a body compressed as %s', async (encoding, compress) => {
      const body = compress(JSON.stringify({ email: newEmail() }))
      expect((await signup(body, { ...JSON_TYPE, 'content-encoding': encoding })).statusCode).toBe(200)
    })

    test('is not returned for content encoding identity', async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
      expect((await signup(JSON.stringify({ email: newEmail() }), headers)).statusCode).toBe(200)
    })

    test('is returned for a body without a content type', async () => {
      expectProblem(await signup(JSON.stringify({ email: newEmail() }), {}), 400, /^The Content-Type header is missing/)
    })

    test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="utf-8"'])(
      'is not returned for %s, which is JSON',
      async (type) => {
        expectServed(await signup(JSON.stringify({ email: newEmail() }), { 'content-type': type }))
      },
    )

    test.each(['/v1/%zz', '/account/keys/%E0%A4%A', '/%', '/v1/%c3%28'])(
      'is returned for bad percent-encoding: %s',
      async (url) => {
        const reply = await service.app.inject({ url })
        expectProblem(reply, 400, /percent-encoding/)
      },
    )
  })

  test('is returned for a missing body', async () => {
    const reply = await service.app.inject({ method: 'POST', url: '/v1/account/signup' })
    expect([400, 422]).toContain(reply.statusCode)
    expectProblem(reply, reply.statusCode, /^The body is missing/)
  })

  describe('prototype pollution', () => {
    test.each([
      '{"__proto__":{"polluted":true}}',
      '{"email":"a@example.com","__proto__":{"plan":"military"}}',
      '{"email":"a@example.com","name":{"__proto__":{"polluted":true}}}',
      '{"email":"a@example.com","constructor":{"prototype":{"polluted":true}}}',
      '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":true}}',
    ])('is rejected in bodies: %s', async (payload) => {
      const reply = await signup(payload)
      expect([400, 422]).toContain(reply.statusCode)
      expectProblem(reply, reply.statusCode)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })

    test('is not reported as invalid JSON', async () => {
      const { detail } = (await signup('{"__proto__":{"polluted":true}}')).json()
      expect(detail).toMatch(/prototype|__proto__/)
      expect(detail).not.toMatch(/not valid JSON/)
    })

    test('does not happen for fields named like Object members, which are unknown fields', async () => {
      const reply = await signup(JSON.stringify({ email: newEmail(), toString: 1, hasOwnProperty: 2, valueOf: {} }))
      expect(expectServed(reply).json().warnings).toEqual([
        "unknown field 'toString' was ignored",
        "unknown field 'hasOwnProperty' was ignored",
        "unknown field 'valueOf' was ignored",
      ])
    })

    test('does not happen through queries', async () => {
      const { headers } = await signIn(service, await signUp(service))
      const url = '/account/usage?__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__=2'
      expectServed(await service.app.inject({ url, headers }))
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })
  })

  test('413: rejects one byte over the limit, and not at it', async () => {
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ email: newEmail(), filler: '' })
      return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
    }
    expectServed(await signup(bodyOf(2048)))
    const tooLarge = 'The body exceeds the limit of 2048 bytes; send a smaller request'
    expectProblem(await signup(bodyOf(2049)), 413, tooLarge)
    const compressed = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    expectServed(await signup(gzipSync(bodyOf(2048)), compressed))
    expectProblem(await signup(gzipSync(bodyOf(2049)), compressed), 413, tooLarge)
  })

  test('treats an overlong id as an unknown key, not as an encoding error', async () => {
    const { headers } = await signIn(service, await signUp(service))
    for (const length of [65, 200, 201, 5000]) {
      const reply = await service.app.inject({ method: 'DELETE', url: `/account/keys/${'x'.repeat(length)}`, headers })
      expect([404, 422], `${length} letters: ${reply.payload}`).toContain(reply.statusCode)
      expectProblem(reply, reply.statusCode)
    }
  })

  test('500: hides the message of a crash, which is logged with the request id', async () => {
    const reply = expectProblem(await callProbe(service, undefined, { fail: true }), 500)
    const id = String(reply.headers['x-request-id'])
    expect(reply.json().detail).toContain(id)
    expect(reply.payload).not.toContain('told to fail')
    const line = service.log.find(({ reqId, err }) => reqId === id && err !== undefined)
    expect(line?.err).toMatchObject({ message: 'the probe was told to fail' })
  })

  test('HEAD returns the status and headers of GET', async () => {
    for (const url of ['/healthz', '/openapi.json', '/v1/account/usage', '/v1/rout']) {
      const [get, head] = [await service.app.inject({ url }), await service.app.inject({ method: 'HEAD', url })]
      expect([head.statusCode, head.headers['content-type']]).toEqual([get.statusCode, get.headers['content-type']])
    }
  })

  describe('X-Request-Id', () => {
    const idOf = async (given: string) => {
      const reply = await service.app.inject({ url: '/healthz', headers: { 'x-request-id': given } })
      return String(reply.headers['x-request-id'])
    }

    test('is unique on every reply', async () => {
      const urls = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/v1/rout', '/v1/account/usage', '/account']
      const replies = await Promise.all([...urls, ...urls].map((url) => service.app.inject({ url })))
      const ids = replies.map(({ headers }) => headers['x-request-id'])
      for (const id of ids) expect(id).toMatch(/^[\w.:-]{1,64}$/)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test.each(['abc', 'trace:1.2-3_4', 'x'.repeat(64)])('is kept when valid: %s', async (given) => {
      expect(await idOf(given)).toBe(given)
    })

    test.each(['', ' ', 'x'.repeat(65), '<script>', 'a b', 'a;b', 'ü', '../../etc', '{{7*7}}'])(
      'is replaced when hostile: %j',
      async (given) => {
        const id = await idOf(given)
        expect(id).toMatch(/^[\w.:-]{1,64}$/)
        expect(id).not.toBe(given)
      },
    )

    test('identifies the request in the log', async () => {
      await service.app.inject({ url: '/v1/rout', headers: { 'x-request-id': 'find-me-in-the-log' } })
      expect(service.log.filter(({ reqId }) => reqId === 'find-me-in-the-log')).toMatchObject([
        { method: 'GET', path: '/v1/rout', status: 404 },
      ])
    })
  })

  test('never logs a key, cookie or query, whatever the outcome', async () => {
    const own = await start()
    const { key, headers } = await signIn(own, await signUp(own))
    const from = own.log.length
    const wrongKey = `fw_live_${'w'.repeat(38)}`
    const secrets = [key, wrongKey, headers.cookie.split('=')[1], 'lat=47.37', 'SECRET']
    const query = `?key=SECRET&lat=47.37&api_key=${key}`
    await own.app.inject({ url: `/v1/account/usage${query}`, headers: { 'x-api-key': key, ...headers } })
    await own.app.inject({ url: `/account/usage${query}`, headers })
    await own.app.inject({ url: '/v1/account/usage', headers: { 'x-api-key': wrongKey } })
    await own.app.inject({ url: `/v1/rout${query}`, headers: { 'x-api-key': key, authorization: 'Bearer SECRET' } })
    await own.app.inject({ url: `/v1/%zz${query}`, headers })
    const body = { fail: true, routes: 1, token: 'SECRET' }
    await own.app.inject({ method: 'POST', url: `/v1/probe${query}`, headers: { 'x-api-key': key }, payload: body })
    await own.app.inject({ method: 'POST', url: '/v1/account/signup', headers: JSON_TYPE, payload: '{"SECRET' })
    const written = own.log.slice(from)
    expect(written.length).toBeGreaterThanOrEqual(6)
    for (const secret of secrets) expect(JSON.stringify(written)).not.toContain(secret)
  })
})

describeOnStores('pages of other sites', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000 } })
  })
  const origin = 'https://elsewhere.example'
  const corsOf = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'))

  test.each([
    ['/v1/account/usage', 401],
    ['/v1/rout', 404],
    ['/v1/account/signup', 405],
    ['/openapi.json', 200],
    ['/healthz', 200],
    ['/healthz?since=now', 200],
    ['/readyz', 200],
  ])('may read the replies of %s, including errors', async (url, status) => {
    const { statusCode, headers } = await service.app.inject({ url, headers: { origin } })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([status, '*'])
    for (const name of ['x-request-id', 'x-error-code', 'retry-after', 'ratelimit-remaining']) {
      expect(headers['access-control-expose-headers']).toContain(name)
    }
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('may preflight a request with a key', async () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    }
    const reply = await service.app.inject({
      method: 'OPTIONS',
      url: '/v1/account/signup',
      headers: { origin, ...asked },
    })
    expect([reply.statusCode, reply.payload]).toEqual([204, ''])
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
      'x-request-id': expect.any(String),
    })
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('may send a preflight request for the method of every operation under /v1', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json<{ paths: Record<string, object> }>()
    const methods = Object.entries(paths).flatMap(([path, item]) => (path.startsWith('/v1/') ? Object.keys(item) : []))
    const reply = await service.app.inject({ method: 'OPTIONS', url: '/v1/route', headers: { origin } })
    const allowed = String(reply.headers['access-control-allow-methods']).toLowerCase().split(', ')
    expect(allowed.toSorted()).toEqual([...new Set(methods)].toSorted())
  })

  test.each(['/healthz', '/readyz'])('may preflight a request with a key to %s, and nothing else', async (url) => {
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' }
    const reply = await service.app.inject({ method: 'OPTIONS', url, headers: { origin, ...asked } })
    expect([reply.statusCode, reply.payload]).toEqual([204, ''])
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'x-api-key',
    })
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test.each([
    ['GET', '/account'],
    ['POST', '/account/sign-in'],
    ['OPTIONS', '/account/keys'],
    ['GET', '/account/v1/x'],
    ['GET', '/metrics'],
    ['GET', '/healthz/x'],
  ] as const)('get nothing from %s %s', async (method, url) => {
    const { headers } = await service.app.inject({ method, url, headers: { origin } })
    expect(corsOf(headers)).toEqual([])
  })

  test('other callers get no CORS headers', async () => {
    expect(corsOf((await service.app.inject({ url: '/v1/account/usage' })).headers)).toEqual([])
  })
})
