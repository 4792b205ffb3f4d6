import { describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const NO_TEXT = "invalid param 'text': text length, must be >0"
const LAYERS_MESSAGE = 'Valid options: venue,address,street,country,region,locality,neighbourhood,postalcode,coarse'

const fail = (url: string, ...errors: readonly string[]): FormatCase => ({
  url: `pelias/v1/${url}`,
  status: 400,
  body: { geocoding: { version: '0.2', errors }, type: 'FeatureCollection', features: [] },
})

const errors: readonly FormatCase[] = [
  { url: 'pelias/v1/nearby', status: 404, body: { error: 'not found: invalid path' } },
  fail('search', NO_TEXT),
  fail('search?text=', NO_TEXT),
  fail('search?text=%20', NO_TEXT),
  fail('autocomplete', NO_TEXT),
  fail('search?text=x&focus.point.lat=1', "missing param 'focus.point.lon'"),
  fail('search?text=x&focus.point.lon=1', "missing param 'focus.point.lat'"),
  fail('search?text=x&focus.point.lat=91&focus.point.lon=1', 'focus.point.lat value 91 is outside range -90,90'),
  fail('search?focus.point.lat=1', NO_TEXT, "missing param 'focus.point.lon'"),
  fail('search?text=x&boundary.rect.min_lat=1', "missing param 'boundary.rect.max_lat'"),
  fail(
    'search?text=x&boundary.rect.min_lat=2&boundary.rect.max_lat=1&boundary.rect.min_lon=1&boundary.rect.max_lon=2',
    'boundary.rect.min_lat (2) must be less than boundary.rect.max_lat (1)',
  ),
  fail(
    'search?text=x&boundary.rect.min_lat=1&boundary.rect.max_lat=2&boundary.rect.min_lon=2&boundary.rect.max_lon=1',
    'boundary.rect.min_lon (2) must be less than boundary.rect.max_lon (1)',
  ),
  fail(
    'search?text=x&boundary.rect.min_lat=1&boundary.rect.max_lat=2&boundary.rect.min_lon=1&boundary.rect.max_lon=181',
    'boundary.rect.max_lon value 181 is outside range -180,180',
  ),
  fail('search?text=x&layers=', `layers parameter cannot be an empty string. ${LAYERS_MESSAGE}`),
  fail('search?text=x&layers=venue,moon', `'moon' is an invalid layers parameter. ${LAYERS_MESSAGE}`),
  fail('search?text=x&boundary.country=', 'boundary.country is empty'),
  fail('search?text=x&boundary.country=Uruguay', 'Uruguay is not a valid ISO2 country code'),
  fail(
    'search/structured',
    'at least one of the following fields is required: venue, address, neighbourhood, borough, locality, county, region, postalcode, country',
  ),
  fail('reverse', "missing param 'point.lat'"),
  fail('reverse?point.lat=1', "missing param 'point.lon'"),
  fail('reverse?point.lat=x&point.lon=1', "missing param 'point.lat'"),
  fail('reverse?point.lat=1&point.lon=181', 'point.lon value 181 is outside range -180,180'),
]

/** As in Pelias, these requests are accepted with a warning. */
const warnings: readonly FormatCase[] = [
  ['size=100', "out-of-range integer 'size', using MAX_SIZE"],
  ['size=0', "out-of-range integer 'size', using MIN_SIZE"],
].map(([option, warning]) => ({
  url: `pelias/v1/search?text=montevideo&${option}`,
  status: 200,
  body: { geocoding: { warnings: [warning] } },
}))

export function describePelias(getService: ServiceSource): void {
  describe('Pelias', () => {
    const get = async (path: string) => (await ask(getService(), `pelias/v1/${path}`)).body

    testCases('reports errors', getService, errors)
    testCases('warns', getService, warnings)

    test('returns the documented fields of an address', async () => {
      const { geocoding, features } = await get('search?text=18+de+julio+1234,+montevideo&size=1&api_key=secret')
      expect(geocoding).toMatchObject({ version: '0.2', query: { text: '18 de julio 1234, montevideo', size: 1 } })
      expect(JSON.stringify(geocoding)).not.toContain('secret')
      expect(features).toMatchObject([
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [-56.189437, -34.905872] },
          properties: {
            gid: expect.stringMatching(/^\w+:address:/),
            layer: 'address',
            country_code: 'UY',
            name: '1234 Avenida 18 de Julio',
            housenumber: '1234',
            street: 'Avenida 18 de Julio',
            confidence: expect.any(Number),
            country: 'Uruguay',
            locality: 'Montevideo',
            label: 'Avenida 18 de Julio 1234, Montevideo, Uruguay',
          },
        },
      ])
    })

    test('finds places by parts of an address, and by a few letters near a point', async () => {
      const { features } = await get('search/structured?address=18+de+julio+1234&locality=montevideo&country=uruguay')
      expect(features[0].properties).toMatchObject({ housenumber: '1234', street: 'Avenida 18 de Julio' })
      const near = await get('autocomplete?text=escaram&focus.point.lat=-34.9&focus.point.lon=-56.17')
      expect(near.features[0].properties).toMatchObject({
        name: 'Escaramuza',
        layer: 'venue',
        source: 'openstreetmap',
        source_id: 'node/4426372895',
      })
    })

    test('keeps to layers, areas and countries', async () => {
      const find = async (options: string): Promise<string[]> =>
        (await get(`search?text=montevideo&${options}`)).features.map(
          ({ properties }: { properties: { layer: string } }) => properties.layer,
        )
      expect(new Set(await find('layers=venue'))).toEqual(new Set(['venue']))
      expect(await find('layers=coarse')).toContain('locality')
      const rect = (box: readonly number[]) =>
        ['min_lat', 'max_lat', 'min_lon', 'max_lon'].map((name, at) => `boundary.rect.${name}=${box[at]}`).join('&')
      expect((await find(rect([-35, -34, -57, -56]))).length).toBeGreaterThan(0)
      expect(await find(rect([1, 2, 3, 4]))).toEqual([])
      expect(await find('boundary.country=fr')).toEqual([])
    })

    test('names what is at a point, within a radius', async () => {
      const point = 'point.lat=-34.9059&point.lon=-56.1913'
      const { features } = await get(`reverse?${point}`)
      expect(features).toHaveLength(1)
      expect(features[0].properties).toMatchObject({
        street: 'Avenida 18 de Julio',
        locality: 'Montevideo',
        distance: expect.any(Number),
      })
      expect((await get(`reverse?${point}&boundary.circle.radius=0.0001`)).features).toEqual([])
    })
  })
}
