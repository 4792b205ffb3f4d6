import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_COOKIE, toCurl, toJavaScript } from '../../apps/console/src/state/as-code.ts'
import type { ApiCall } from '../../apps/console/src/state/calls.ts'
import { apiKey } from '../../apps/console/src/state/key.ts'

const run = promisify(execFile)

/** Runs a program in a folder without packages, as a user who copied it would. */
const node = (program: string) => run(process.execPath, ['--input-type=module', '-e', program], { cwd: '/' })

interface Got extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string
}

describe('copied code', () => {
  let server: Server
  let got: Got | undefined
  beforeAll(async () => {
    server = createServer(async (request, reply) => {
      let body = ''
      for await (const part of request) body += part
      got = { method: request.method, url: request.url, headers: request.headers, body }
      if (request.method === 'DELETE') reply.writeHead(204).end()
      else if (request.url?.endsWith('/stream')) reply.end('event: live\n\n')
      else reply.end('{"answer":42}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  beforeEach(() => {
    got = undefined
    apiKey.value = ''
  })
  afterAll(() => {
    apiKey.value = ''
    vi.unstubAllGlobals()
    server.close()
  })

  test('runs unchanged, without installing anything', async () => {
    const body = { from: [-34.9, -56.1], note: `it's "quoted"\n\\ and more` }
    const { stdout } = await node(toJavaScript({ method: 'POST', path: '/v1/route', body }))
    expect(stdout).toBe('{ answer: 42 }\n')
    expect(got).toMatchObject({ method: 'POST', url: '/v1/route', headers: { 'content-type': 'application/json' } })
    expect(JSON.parse(got?.body ?? '')).toEqual(body)
    await node(toJavaScript({ method: 'GET', path: '/v1/geocode', query: { q: "O'Higgins & co", limit: 6 } }))
    expect(new URLSearchParams(got?.url?.split('?')[1]).get('q')).toBe("O'Higgins & co")
  })

  test('prints the reply: nothing for a deletion, and a stream as it arrives', async () => {
    expect((await node(toJavaScript({ method: 'DELETE', path: '/v1/assets/as_1' }))).stdout).toBe('204 \n')
    expect((await node(toJavaScript({ method: 'GET', path: '/v1/assets/stream' }))).stdout).toContain('event: live')
  })

  test('has a placeholder for the key, not the key itself', async () => {
    apiKey.value = 'fw_live_secret'
    const program = toJavaScript({ method: 'GET', path: '/v1/account/usage' })
    expect(program).not.toContain('fw_live_secret')
    expect(program).toMatch(/^\/\/ Fill in your key: .*\nconst API_KEY = 'YOUR_API_KEY'\n/)
    await node(program.replace('YOUR_API_KEY', 'fw_live_mine'))
    expect(got?.headers['x-api-key']).toBe('fw_live_mine')
  })

  test('of the account area explains where to find its cookie', async () => {
    const call: ApiCall = { method: 'GET', path: '/account', headers: { cookie: `${SESSION_COOKIE}=YOUR_SESSION` } }
    const program = toJavaScript(call)
    expect(program).toMatch(/^\/\/ Fill in the value of the fairway_session cookie, .*\n/)
    await node(program.replace("'YOUR_SESSION'", "'abc'"))
    expect(got?.headers.cookie).toBe('fairway_session=abc')
    const command = toCurl(call)
    expect(command).toMatch(/^# Replace YOUR_SESSION with the value of the fairway_session cookie/)
    await run('sh', ['-c', `${command} -s`])
    expect(got?.headers.cookie).toBe('fairway_session=YOUR_SESSION')
  })
})
