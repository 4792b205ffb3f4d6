import { describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const fail = (url: string, message: string): FormatCase => ({
  url: `nominatim/${url}`,
  status: 400,
  body: { error: { code: 400, message } },
})
const FORMAT_MESSAGE = "Parameter 'format' must be one of: json, jsonv2, geojson, geocodejson"
const STRUCTURED_QUERY_MESSAGE =
  "Structured query parameters(amenity, street, city, county, state, postalcode, country) cannot be used together with 'q' parameter."

const nominatimErrors: readonly FormatCase[] = [
  {
    url: 'nominatim/details',
    status: 404,
    body: { error: { code: 404, message: 'There is nothing at this path; use search, reverse, lookup or status.' } },
  },
  fail('search', 'Nothing to search for.'),
  fail('search?street=', 'Nothing to search for.'),
  fail('search?q=x&city=y', STRUCTURED_QUERY_MESSAGE),
  fail('search?q=x&postalcode=1', STRUCTURED_QUERY_MESSAGE),
  fail('search?q=montevideo&format=html', FORMAT_MESSAGE),
  fail('search?q=montevideo&format=xml', FORMAT_MESSAGE),
  fail('search?q=montevideo&limit=x', "Parameter 'limit' must be a number."),
  fail('search?q=montevideo&limit=1.5', "Parameter 'limit' must be a number."),
  fail('search?q=montevideo&viewbox=1,2,3', 'Bounding box parameter needs 4 coordinates.'),
  fail('search?q=montevideo&viewbox=1,2,3,x', 'Bounding box parameter needs to be numbers.'),
  fail('search?q=montevideo&viewbox=1,2,3,91', 'Bounding box with invalid parameters.'),
  fail('search?q=montevideo&viewbox=1,2,1,3', 'Bounding box with invalid parameters.'),
  fail(
    `search?q=montevideo&countrycodes=${[...'abcdefghijk'].map((letter) => `a${letter}`).join(',')}`,
    "Parameter 'countrycodes' has 11 codes; at most 10 are allowed.",
  ),
  fail(`search?q=${'x'.repeat(201)}`, expect.stringContaining('200') as unknown as string),
  fail('reverse', "Parameter 'lon' missing."),
  fail('reverse?lon=1', "Parameter 'lat' missing."),
  fail('reverse?lat=x&lon=1', "Parameter 'lat' must be a number."),
  fail('reverse?lat=nan&lon=1', "Parameter 'lat' must be a number."),
  fail('reverse?lat=91&lon=1', 'Point coordinates invalid.'),
  fail('reverse?lat=1&lon=181', 'Point coordinates invalid.'),
  fail('reverse?lat=1&lon=1&zoom=x', "Parameter 'zoom' must be a number."),
  fail('reverse?lat=1&lon=1&format=foo', FORMAT_MESSAGE),
  fail('lookup?osm_ids=N1&format=foo', FORMAT_MESSAGE),
  fail(`lookup?osm_ids=${Array.from({ length: 51 }, (_, index) => `N${index + 1}`).join(',')}`, 'Too many object IDs.'),
  fail('status?format=xml', "Parameter 'format' must be one of: text, json"),
]

/** These requests find nothing. */
const nominatimEmpty: readonly FormatCase[] = [
  { url: 'nominatim/search?q=', status: 200, body: [] },
  { url: 'nominatim/search?q=a', status: 200, body: [] },
  { url: 'nominatim/search?q=qqqqqqqqqqqqqqq', status: 200, body: [] },
  { url: 'nominatim/search?q=montevideo&countrycodes=fr', status: 200, body: [] },
  { url: 'nominatim/search?q=montevideo&viewbox=1,2,3,4&bounded=1', status: 200, body: [] },
  {
    url: 'nominatim/search?q=qqqqqqqqqqqqqqq&format=geojson',
    status: 200,
    body: { type: 'FeatureCollection', features: [] },
  },
  { url: 'nominatim/reverse?lat=0&lon=0', status: 200, body: { error: 'Unable to geocode' } },
  { url: 'nominatim/lookup', status: 200, body: [] },
  { url: 'nominatim/lookup?osm_ids=X1,N,N0', status: 200, body: [] },
]

export function describeNominatim(getService: ServiceSource): void {
  describe('Nominatim', () => {
    const get = async (path: string, headers = {}) => (await ask(getService(), `nominatim/${path}`, { headers })).body

    testCases('reports errors', getService, nominatimErrors)
    testCases('finds nothing', getService, nominatimEmpty)

    test('returns the documented fields of an address', async () => {
      const [house] = await get('search?q=18+de+julio+1234+montevideo&format=json&addressdetails=1&limit=1')
      expect(house).toEqual({
        place_id: expect.any(Number),
        licence: '© OpenStreetMap contributors (ODbL 1.0)',
        lat: '-34.9058720',
        lon: '-56.1894370',
        class: 'place',
        type: 'house',
        place_rank: 30,
        importance: expect.any(Number),
        addresstype: 'place',
        name: '',
        display_name: '1234, Avenida 18 de Julio, Montevideo, Montevideo Department, Uruguay',
        address: {
          house_number: '1234',
          road: 'Avenida 18 de Julio',
          city: 'Montevideo',
          state: 'Montevideo Department',
          country: 'Uruguay',
          country_code: 'uy',
        },
        boundingbox: ['-34.9059220', '-34.9058220', '-56.1894870', '-56.1893870'],
      })
      const [structured] = await get('search?street=18+de+julio+1234&city=montevideo&limit=1')
      expect([structured.lat, structured.category]).toEqual([house.lat, 'place'])
      const [leading] = await get('search?street=1234+18+de+julio&city=montevideo&country=Uruguay&limit=1')
      expect(leading.lat).toBe(house.lat)
    })

    test('returns places in all formats', async () => {
      const [plain] = await get('search?q=escaramuza&namedetails=1&extratags=1&polygon_geojson=1')
      expect(plain).toMatchObject({
        osm_type: 'node',
        osm_id: 4426372895,
        category: 'amenity',
        type: 'cafe',
        name: 'Escaramuza',
        namedetails: { name: 'Escaramuza' },
        extratags: { cuisine: 'coffee_shop' },
        geojson: { type: 'Point', coordinates: [-56.171009, -34.906498] },
      })
      const geojson = await get('search?q=escaramuza&format=geojson&addressdetails=1')
      expect(geojson.features[0]).toMatchObject({
        type: 'Feature',
        properties: { osm_id: 4426372895, category: 'amenity', address: { amenity: 'Escaramuza', postcode: '11200' } },
        geometry: { type: 'Point', coordinates: [-56.171009, -34.906498] },
      })
      const geocodejson = await get('search?q=escaramuza&format=geocodejson&addressdetails=1')
      expect(geocodejson).toMatchObject({
        geocoding: { version: '0.1.0', query: 'escaramuza' },
        features: [
          { properties: { geocoding: { osm_key: 'amenity', osm_value: 'cafe', type: 'house', city: 'Montevideo' } } },
        ],
      })
      const [found] = await get('lookup?osm_ids=N4426372895&addressdetails=0')
      expect(found.display_name).toBe(plain.display_name)
      expect(found).not.toHaveProperty('address')
      expect(await get(`search?q=escaramuza&exclude_place_ids=${plain.place_id}`)).toEqual([])
    })

    test('returns the address at a position, as detailed as the zoom', async () => {
      const at = 'lat=-34.9066&lon=-56.1671'
      const house = await get(`reverse?${at}&format=json`)
      expect(house.address).toMatchObject({ house_number: '1166', road: 'Juan Paullier', country_code: 'uy' })
      const street = await get(`reverse?${at}&zoom=17`)
      expect(street).toMatchObject({ addresstype: 'road', address: { road: 'Juan Paullier' } })
      expect(street.address).not.toHaveProperty('house_number')
      expect(await get(`reverse?${at}&zoom=10&addressdetails=0`)).toMatchObject({
        addresstype: 'city',
        name: 'Montevideo',
      })
    })

    test('uses the language of the header, or of the parameter, which takes precedence', async () => {
      const header = { 'accept-language': 'xx;q=0.1, es;q=0.5, de' }
      const country = (place: { display_name: string }) => place.display_name.split(', ').at(-1)
      expect(country((await get('search?q=escaramuza', header))[0])).toBe('Uruguay')
      expect(await get('status')).toBe('OK')
      expect(await get('status?format=json')).toMatchObject({ status: 0, message: 'OK' })
    })
  })
}

const photonFail = (url: string, message: string): FormatCase => ({
  url: `photon/${url}`,
  status: 400,
  body: { message },
})
const NO_QUERY = 'q parameter is required when no include categories are specified'
const BBOX_FORMAT_MESSAGE =
  "Invalid number of supplied coordinates for parameter 'bbox', expected format is: minLon,minLat,maxLon,maxLat"
const BBOX_BOUNDS_MESSAGE =
  "Invalid bounds for parameter 'bbox', expected values minLat, maxLat element [-90,90], minLon, maxLon element [-180,180]"

const photonErrors: readonly FormatCase[] = [
  { url: 'photon/search', status: 404, body: { message: 'There is nothing at this path; use api or reverse.' } },
  photonFail('api', NO_QUERY),
  photonFail('api?q=', NO_QUERY),
  photonFail('api?q=%20', NO_QUERY),
  photonFail(
    'api?q=x&foo=1',
    expect.stringMatching(/^Unknown query parameter 'foo'\. {2}Allowed/) as unknown as string,
  ),
  photonFail('api?q=x&radius=1', expect.stringMatching(/^Unknown query parameter 'radius'/) as unknown as string),
  photonFail('api?q=x&limit=many', "Invalid value for 'limit' parameter."),
  photonFail('api?q=x&lat=1', "Missing parameter 'lon'."),
  photonFail('api?q=x&lon=1', "Missing parameter 'lat'."),
  photonFail('api?q=x&lat=91&lon=1', "Invalid value for 'lat' parameter."),
  photonFail('api?q=x&lat=1&lon=181', "Invalid value for 'lon' parameter."),
  photonFail('api?q=x&lat=a&lon=1', "Invalid value for 'lat' parameter."),
  photonFail('api?q=x&bbox=1,2,3', BBOX_FORMAT_MESSAGE),
  photonFail('api?q=x&bbox=1,2,3,b', BBOX_FORMAT_MESSAGE),
  photonFail('api?q=x&bbox=1,2,3,91', BBOX_BOUNDS_MESSAGE),
  photonFail('api?q=x&bbox=-181,2,3,4', BBOX_BOUNDS_MESSAGE),
  photonFail(
    'api?q=x&layer=moon',
    expect.stringMatching(/^Unknown layer type\. Available layers: \[/) as unknown as string,
  ),
  photonFail('api?q=x&osm_tag=', 'Invalid format for osm_tag parameter.'),
  photonFail('api?q=x&osm_tag=a:b:c', 'Invalid format for osm_tag parameter.'),
  photonFail('api?q=x&osm_tag=amenity:', 'Invalid format for osm_tag parameter.'),
  photonFail('api?q=x&geometry=true', 'Geometry output requested but not available in database.'),
  photonFail('api?q=x&include=osm.amenity', "Parameter 'include' is not available; use osm_tag or layer."),
  photonFail('reverse', "Missing parameter 'lat'."),
  photonFail('reverse?lat=1', "Missing parameter 'lon'."),
  photonFail('reverse?lat=x&lon=1', "Invalid value for 'lat' parameter."),
  photonFail('reverse?lat=1&lon=1&radius=far', "Invalid value for 'radius' parameter."),
  photonFail('reverse?lat=1&lon=1&q=x', expect.stringMatching(/^Unknown query parameter 'q'/) as unknown as string),
]

export function describePhoton(getService: ServiceSource): void {
  describe('Photon', () => {
    const get = async (path: string) => (await ask(getService(), `photon/${path}`)).body

    testCases('reports errors', getService, photonErrors)

    test('returns features', async () => {
      const { type, features } = await get('api?q=escaramuza&limit=1')
      expect(type).toBe('FeatureCollection')
      expect(features).toEqual([
        {
          type: 'Feature',
          properties: {
            osm_type: 'N',
            osm_id: 4426372895,
            osm_key: 'amenity',
            osm_value: 'cafe',
            type: 'house',
            name: 'Escaramuza',
            housenumber: '1185',
            street: 'Doctor Pablo de María',
            district: 'Parque Rodo',
            city: 'Montevideo',
            state: 'Montevideo Department',
            country: 'Uruguay',
            postcode: '11200',
            countrycode: 'UY',
          },
          geometry: { type: 'Point', coordinates: [-56.171009, -34.906498] },
        },
      ])
      expect(await get('api?q=a')).toEqual({ type: 'FeatureCollection', features: [] })
    })

    test('leaves out results that filters exclude', async () => {
      const values = async (filter: string): Promise<string[]> =>
        (await get(`api?q=cafe&lat=-34.9066&lon=-56.1671&${filter}`)).features.map(
          ({ properties }: { properties: { osm_key: string; osm_value: string } }) =>
            `${properties.osm_key}:${properties.osm_value}`,
        )
      expect(new Set(await values('osm_tag=amenity:cafe'))).toEqual(new Set(['amenity:cafe']))
      expect(await values('osm_tag=!amenity:cafe')).not.toContain('amenity:cafe')
      expect(new Set((await values('osm_tag=amenity:!cafe')).map((tag) => tag.split(':')[0]))).not.toContain('shop')
      expect(await values('layer=country')).toEqual([])
      expect(await values('bbox=1,2,3,4')).toEqual([])
    })

    test('returns the address at a position', async () => {
      const { features } = await get('reverse?lat=-34.9066&lon=-56.1671&radius=1')
      expect(features).toMatchObject([{ properties: { type: 'house', housenumber: '1166', street: 'Juan Paullier' } }])
      expect((await get('reverse?lat=-34.9066&lon=-56.1671&radius=0.001')).features).toEqual([])
    })
  })
}
