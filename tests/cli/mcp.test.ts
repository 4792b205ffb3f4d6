import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContextFactory } from '../../apps/server/commands/mcp/context.ts'
import { serveMcp } from '../../apps/server/commands/mcp/http.ts'
import { issueKey } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { openMaps } from '../support/maps/maps.ts'
import type { TestService } from '../support/servers/service.ts'
import { command } from './run-cli.ts'

const START = '-34.9066,-56.1671'
const GOAL = '-34.9094,-56.1653'

describeOnStores(
  'fairway mcp',
  ({ startShared }) => {
    let service: TestService
    let url: string
    const closers: (() => unknown)[] = []
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, maps: await openMaps() })
      url = await service.app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(async () => {
      for (const close of closers.reverse()) await close()
    })

    async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport as Parameters<Client['connect']>[0])
      closers.push(() => client.close())
      return client
    }

    async function startHttp(): Promise<URL> {
      const createContext = createContextFactory({ url, consoleUrl: 'https://fairway.test', ownKey: undefined })
      const server = await serveMcp({ port: 0, host: '127.0.0.1', createContext })
      closers.push(() => server.close())
      const address = server.address()
      return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`)
    }

    const call = async (client: Client, name: string, args: Record<string, unknown>) => {
      const reply = await client.callTool({ name, arguments: args })
      const [content] = reply.content as { text: string }[]
      return { text: content?.text ?? '', isError: reply.isError === true, values: reply.structuredContent }
    }

    test('answers the official client over stdio', async () => {
      const args = [command, 'mcp', '--url', url, '--console-url', 'https://fairway.test']
      const client = await connect(new StdioClientTransport({ command: process.execPath, args }))
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual([
        'route',
        'matrix',
        'optimize',
        'isochrone',
        'geocode',
        'nearby',
        'track',
      ])
      const route = await call(client, 'route', { from: START, to: '18 de julio 1234, montevideo', steps: true })
      expect(route.text).toMatch(/Avenida 18 de Julio 1234, Montevideo, Uruguay: \d/)
      expect(route.text).toMatch(/\n1\. Head /)
      expect(route.text).toContain(`Map: https://fairway.test/#/plan?mode=road&from=${START}&to=-34.905872,-56.189437`)
      expect(route.values).toMatchObject({ distance_km: expect.any(Number), eta_min: expect.any(Number) })
    })

    test('answers the official client over HTTP, with the key of the caller', async () => {
      const address = await startHttp()
      const anonymous = await connect(new StreamableHTTPClientTransport(address))
      expect(await call(anonymous, 'track', {})).toMatchObject({ isError: true, text: expect.stringContaining('key') })
      const { key } = await issueKey(service, 'pro')
      const headers = { authorization: `Bearer ${key}` }
      const client = await connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
      expect((await call(client, 'track', {})).text).toMatch(/^There are no assets\./)
      const registered = await service.app.inject({
        method: 'POST',
        url: '/v1/assets',
        headers: { 'x-api-key': key },
        payload: { name: 'Van', kind: 'vehicle' },
      })
      expect(registered.statusCode).toBe(200)
      expect((await call(client, 'track', { asset: 'van' })).text).toMatch(/^Van is no_fix, without a position yet\./)
      expect(await call(client, 'track', { asset: 'bus' })).toMatchObject({ isError: true })
    })

    test('rejects requests from pages that point their host name to this machine', async () => {
      const { port } = await startHttp()
      const send = (host: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request({ port, path: '/other', headers: { host } }, (reply) =>
            resolve(reply.resume().statusCode),
          )
          sent.on('error', reject).end()
        })
      expect(await Promise.all([send('evil.example:80'), send('localhost'), send(`127.0.0.1:${port}`)])).toEqual([
        403, 404, 404,
      ])
    })

    test('has a short answer for every tool', async () => {
      const client = await connect(new StreamableHTTPClientTransport(await startHttp()))
      const matrix = await call(client, 'matrix', { origins: [START], destinations: [GOAL] })
      expect(matrix.text).toMatch(/^-34\.9066, -56\.1671 → -34\.9094, -56\.1653: 1 min, 0\.5 km\n/)
      const area = await call(client, 'isochrone', { from: START, minutes: [1, 2] })
      expect(area.text).toMatch(
        /^Within 1 min from -34\.9066, -56\.1671: \d\.\d km² with 4\.5 km of roads, latitude -34\./,
      )
      expect(area.values).toMatchObject({ areas: [{ minutes: 1, reached_km: 4.4549 }, { minutes: 2 }] })
      const plain = await call(client, 'route', { from: START, to: GOAL })
      expect(plain.text).toMatch(/0\.5 km, 1 min \(no traffic data\), arrival /)
      const optimized = await call(client, 'optimize', {
        stops: [START, '-34.8941,-56.1527', GOAL],
        roundtrip: true,
      })
      expect(optimized.text).toMatch(/^Vehicle 1: .+ Map: https:\/\/fairway\.test\/#\/plan\?/)
      const found = await call(client, 'geocode', { query: 'escaramuza', near: START, limit: 1 })
      expect(found.text).toMatch(/^Escaramuza, .+ \(poi\): -34\.9065/)
      expect((await call(client, 'geocode', { query: START })).text).toContain('Juan Paullier 1166')
      const cafes = await call(client, 'nearby', { at: START, kind: 'cafe', radius_m: 800 })
      expect(cafes.text).toMatch(/^Escaramuza \(cafe\), \d+ m/)
      expect(cafes.text.length).toBeLessThan(1500)
    })

    test('has the documentation of the API as resources', async () => {
      const client = await connect(new StreamableHTTPClientTransport(await startHttp()))
      const { resources } = await client.listResources()
      expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(['All operations', 'POST /v1/nearest']))
      const read = async (uri: string) => {
        const [content] = (await client.readResource({ uri })).contents
        return content && 'text' in content ? content.text : ''
      }
      expect(await read('fairway://docs/operations')).toContain(
        '- `POST /v1/nearest` (nearest): Find the nearest roads',
      )
      const nearest = await read('fairway://docs/operations/nearest')
      expect(nearest).toMatch(/^# POST \/v1\/nearest\n.*## Schemas.*"NearestReply".*"distance_m"/s)
      // The resource contains every schema to which it refers, and no other.
      const listed = Object.keys(JSON.parse(/## Schemas\n\n```json\n(.*)\n```$/s.exec(nearest)?.[1] ?? '{}'))
      const referenced = [...nearest.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
      expect(listed.sort()).toEqual([...new Set(referenced)].sort())
      await expect(read('fairway://docs/nothing')).rejects.toThrow('There is no resource fairway://docs/nothing')
    })

    test('explains what to do when the service does not respond', async () => {
      const createContext = createContextFactory({ url: 'http://127.0.0.1:1', consoleUrl: url, ownKey: undefined })
      const server = await serveMcp({ port: 0, host: '127.0.0.1', createContext })
      closers.push(() => server.close())
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : ''
      const client = await connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
      await expect(client.listResources()).rejects.toThrow(
        /The Fairway service is not responding: .* the --url option of fairway mcp/,
      )
    })

    test('tells the model what is wrong', async () => {
      const client = await connect(new StreamableHTTPClientTransport(await startHttp()))
      expect(await call(client, 'route', { from: START })).toEqual({
        isError: true,
        text: 'to is required, but it is missing.',
        values: undefined,
      })
      expect(await call(client, 'route', { from: START, to: 'qqqqqqqqqqqq' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('No place matches "qqqqqqqqqqqq"'),
      })
      expect(await call(client, 'route', { from: START, to: '51.5,0.5' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('outside the loaded maps'),
      })
      const swapped = await call(client, 'route', { from: '-56.1671,-34.9066', to: GOAL })
      expect(swapped.text).toMatch(/; positions are latitude,longitude, and with the two values swapped/)
      const wrong = await call(client, 'isochrone', { from: 'x', minutes: [300], direction: 'up', profile: 7 })
      expect(wrong.text).toMatch(
        /^from must have at least 2 characters\. minutes\[0\] must be at most 240\. direction must be one of from, to\. profile must be a string\./,
      )
      const both = await call(client, 'isochrone', { from: START, minutes: [1], kilometers: [1] })
      expect(both.text).toBe('minutes and kilometers are both set. Use only one of them.')
      expect((await call(client, 'track', {})).text).toMatch(
        /Tell the user to give fairway mcp a valid key with --api-key-file/,
      )
      expect((await call(client, 'fly', {})).text).toMatch(/^There is no tool fly; the tools are route, matrix/)
    })
  },
  ['embedded'],
)
