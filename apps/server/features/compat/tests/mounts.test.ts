import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { freePort } from '../../../../../tests/support/servers/free-port.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'

describeOnStores(
  'formats at their own ports and hosts',
  ({ start }) => {
    test('need only the address of the server', async () => {
      const port = await freePort()
      const service = await start({
        config: {
          compatMounts: [
            { format: 'osrm', port },
            { format: 'vroom', host: 'vroom.example.com' },
            { format: 'google', host: 'maps.example.com' },
          ],
        },
        maps: await openMaps(),
      })
      await service.listenOnMounts()
      const base = `http://127.0.0.1:${port}`
      const route = await fetch(`${base}/route/v1/driving/-56.1671,-34.9066;-56.1653,-34.9094`)
      expect([route.status, await route.json()]).toMatchObject([200, { code: 'Ok' }])
      const wrong = await fetch(`${base}/route/v1/driving/1`)
      expect(await wrong.json()).toEqual({
        code: 'InvalidQuery',
        message: 'Query string malformed close to position 19',
      })
      // This port does not serve other parts of the API.
      expect((await fetch(`${base}/healthz`)).status).toBe(400)
      const vroom = { host: 'vroom.example.com:8080' }
      const solved = await service.app.inject({ method: 'POST', url: '/', headers: vroom, payload: {} })
      expect(solved.json()).toEqual({ code: 2, error: 'No vehicle defined.' })
      const google = { host: 'MAPS.example.com' }
      const geocoded = await service.app.inject({ url: '/maps/api/geocode/json?address=montevideo', headers: google })
      expect(geocoded.json()).toMatchObject({ status: 'OK' })
      expect((await service.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    })

    test('do not serve the operations of the fast path', async () => {
      const port = await freePort()
      const service = await start({
        config: {
          fastPath: true,
          compatMounts: [
            { format: 'osrm', port },
            { format: 'osrm', host: 'osrm.example.com' },
          ],
        },
        maps: await openMaps(),
      })
      await service.listenOnMounts()
      await service.app.listen({ port: 0, host: '127.0.0.1' })
      const { port: mainPort } = service.app.server.address() as AddressInfo
      const body = JSON.stringify({ from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] })
      const askRoute = async (to: number, host: string): Promise<[status: number, reply: unknown]> => {
        const headers = { host, 'content-type': 'application/json' }
        const request = httpRequest({ port: to, host: '127.0.0.1', method: 'POST', path: '/v1/route', headers })
        request.end(body)
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        return [response.statusCode ?? 0, await json(response)]
      }
      const otherFormat = [400, { code: 'InvalidUrl' }]
      expect(await askRoute(mainPort, 'osrm.example.com')).toMatchObject(otherFormat)
      expect(await askRoute(mainPort, 'OSRM.example.com:80')).toMatchObject(otherFormat)
      expect(await askRoute(port, 'localhost')).toMatchObject(otherFormat)
      expect(await askRoute(mainPort, 'localhost')).toMatchObject([200, { mode: 'road' }])
    })
  },
  ['embedded'],
)
