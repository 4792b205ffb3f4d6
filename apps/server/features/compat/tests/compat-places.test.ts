import type { DirectionsResponseData } from '@googlemaps/google-maps-services-js'
import { beforeAll, expect, test } from 'vitest'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { expectOfficial } from './compat-official.ts'

const path = '/v1/compat/google/directions/json'
const goal = '-34.8836,-56.0819'

describeOnStores(
  'places in the format of another provider',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, maps: await openMaps() })
    })
    const from = async (origin: string, more: Readonly<Record<string, string>> = {}) => {
      const query = new URLSearchParams({ origin, destination: goal, ...more })
      const reply = await service.app.inject({ url: `${path}?${query}` })
      return expectOfficial(reply.json<DirectionsResponseData>())
    }

    test.each([
      '-34.9059, -56.1913',
      ' -34.9059 , -56.1913 ',
      '(-34.9059,-56.1913)',
      '−34.9059,−56.1913',
      '-34.9059 -56.1913',
      '-34905.9e-3,-56.1913',
      'side_of_road:-34.9059,-56.1913',
      'place_id:fw_-34905900_-56191300',
      'enc:zp`tErz}uI:',
    ])('parses %s as a position', async (origin) => {
      const plain = await from('-34.9059,-56.1913')
      expect((await from(origin)).routes).toEqual(plain.routes)
    })

    test('uses the heading of the origin for the departure', async () => {
      const [west, east] = [await from('heading=270:-34.9059,-56.1913'), await from('heading=90:-34.9059,-56.1913')]
      const first = (data: DirectionsResponseData) => data.routes[0]?.legs[0]?.steps[0]?.html_instructions
      expect(first(west)).toMatch(/^Head (north|south)?west /)
      expect(first(east)).toMatch(/^Head (north|south)?east /)
    })

    test.each([
      ['18 de Julio 1234, Montevideo', false, ['street_address']],
      ['18 de Julio 99999, Montevideo', true, ['route']],
      ['Calle Inexistente 12, Montevideo', true, ['route']],
      ['Montevido', true, ['locality', 'political']],
      ['Montevideo', false, ['locality', 'political']],
      ['Avenida Italia, Montevideo', false, ['route']],
      ['Bulevar Artigas y Avenida Italia', false, ['intersection']],
      ['Punta Carretas Shopping', false, ['establishment', 'point_of_interest']],
      ['Pocitos, Montevideo', false, ['political', 'sublocality', 'sublocality_level_1']],
      ['11300', false, ['postal_code']],
      ['34°54′21″S 56°11′28″W', false, ['geocode']],
    ])('geocodes %s (partial: %s) as %j', async (origin, partial_match, types) => {
      const data = await from(origin)
      expect(data.status).toBe('OK')
      expect(data.geocoded_waypoints[0]).toMatchObject({ geocoder_status: 'OK', partial_match, types })
    })

    test('rejects a low-confidence match, and reports the nearest one', async () => {
      const data = await from('Montevideo, Zzyzxville 99999 Atlantis')
      expect(data).toMatchObject({
        status: 'NOT_FOUND',
        error_message: expect.stringMatching(
          /^origin is "Montevideo, Zz.* no place matches it; the closest match is "Atl/,
        ),
        geocoded_waypoints: [{ geocoder_status: 'ZERO_RESULTS' }, { geocoder_status: 'OK' }],
      })
    })

    test('prefers the place of a name near the other endpoint', async () => {
      const findAddress = async (destination: string) =>
        (await from('Abitab', { destination })).routes[0]?.legs[0]?.start_address
      expect(await findAddress('-34.8836,-56.0819')).toContain('Punta Gorda')
      expect(await findAddress('-34.8736,-56.2319')).toContain('La Teja')
    })
  },
  ['embedded'],
)
