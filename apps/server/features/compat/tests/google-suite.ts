import { Client, Language, Status, TravelMode } from '@googlemaps/google-maps-services-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, type FormatCase, type ServiceSource, testCases } from './format-case.ts'

const START = '-34.9066,-56.1671'
const GOAL = '-34.9094,-56.1653'
const MATRIX_PATH = `google/distancematrix/json?origins=${START}&destinations=${GOAL}`
const NEARBY_PATH = 'google/place/nearbysearch/json'
const GEOCODE_PATH = 'google/geocode/json'
const DETAILS_PATH = 'google/place/details/json'

const fail = (url: string, error_message: string, status = 'INVALID_REQUEST'): FormatCase => ({
  url,
  status: 200,
  body: { status, error_message },
})
const places = (count: number) => Array.from({ length: count }, () => START).join('|')

const errors: readonly FormatCase[] = [
  fail('google/distancematrix/json', 'origins is missing; give lat,lng or addresses, separated by |'),
  fail(
    `google/distancematrix/json?origins=${START}`,
    'destinations is missing; give lat,lng or addresses, separated by |',
  ),
  fail(
    `google/distancematrix/json?origins=${places(26)}&destinations=${GOAL}`,
    'origins has 26 places; at most 25 are allowed',
    'MAX_DIMENSIONS_EXCEEDED',
  ),
  fail(
    `google/distancematrix/json?origins=${places(11)}&destinations=${places(10)}`,
    '11 origins and 10 destinations make 110 elements; at most 100 are allowed',
    'MAX_ELEMENTS_EXCEEDED',
  ),
  fail(`${MATRIX_PATH}&mode=flying`, 'mode is "flying"; this service supports driving, walking and bicycling'),
  fail(`${MATRIX_PATH}&avoid=hills`, 'avoid is "hills"; it must be one of tolls, highways, ferries, indoor'),
  fail(`${MATRIX_PATH}&units=furlong`, 'units is "furlong"; this service supports metric and imperial'),
  fail(`${MATRIX_PATH}&departure_time=soon`, 'departure_time is "soon"; it must be now, or seconds since 1970'),
  fail(`${MATRIX_PATH}&arrival_time=4102444800`, 'arrival_time is not supported here; give departure_time'),
  fail(`${MATRIX_PATH}&origins=1,2`, 'origins appears 2 times; send it once'),
  fail(
    `google/distancematrix/json?origins=91,0&destinations=${GOAL}`,
    'The latitude of origins[0] is 91; latitude ranges from -90 to 90 (positions are lat,lng)',
  ),
  fail(GEOCODE_PATH, "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter."),
  fail(
    `${GEOCODE_PATH}?address=%20`,
    "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.",
  ),
  fail(`${GEOCODE_PATH}?latlng=here`, 'latlng must be a latitude and a longitude, separated by a comma'),
  fail(
    `${GEOCODE_PATH}?latlng=91,0`,
    'The latitude of latlng is 91; latitude ranges from -90 to 90 (positions are lat,lng)',
  ),
  fail(
    `${GEOCODE_PATH}?address=x&components=planet:mars`,
    'components has "planet:mars"; write country, postal_code, locality, route, administrative_area with a value, such as country:UY',
  ),
  fail(
    `${GEOCODE_PATH}?address=x&components=country:Uruguay`,
    'the country in components is "Uruguay"; give a two-letter code, such as UY',
  ),
  fail(NEARBY_PATH, 'location is missing; give lat,lng'),
  fail(`${NEARBY_PATH}?location=here&radius=5`, 'location must be a latitude and a longitude, separated by a comma'),
  fail(`${NEARBY_PATH}?location=${START}`, 'radius is missing; give meters from 1 to 50000'),
  fail(`${NEARBY_PATH}?location=${START}&radius=far`, 'radius is "far"; give meters from 1 to 50000'),
  fail(`${NEARBY_PATH}?location=${START}&radius=50001`, 'radius is "50001"; give meters from 1 to 50000'),
  fail(`${NEARBY_PATH}?location=${START}&rankby=distance&radius=5`, 'radius is not allowed with rankby=distance'),
  fail(`${NEARBY_PATH}?location=${START}&rankby=distance`, 'rankby=distance needs keyword, type or name'),
  fail(
    `${NEARBY_PATH}?location=${START}&radius=5&rankby=price`,
    'rankby is "price"; it must be prominence or distance',
  ),
  fail(`${NEARBY_PATH}?pagetoken=x`, 'pagetoken is not supported; all places are on the first page'),
  fail(DETAILS_PATH, 'place_id is missing; give one from a reply'),
  fail(
    `${DETAILS_PATH}?place_id=ChIJ`,
    'place_id is not a place id of this service; give one from a reply of geocode or nearbysearch',
  ),
  // For an unknown type, the search must not return places whose names contain the type.
  {
    url: `${NEARBY_PATH}?location=${START}&radius=5000&type=artigas`,
    status: 200,
    body: { status: 'ZERO_RESULTS', results: [] },
  },
  {
    url: 'google/streetview/json',
    status: 404,
    body: {
      status: 'INVALID_REQUEST',
      error_message: expect.stringMatching(/^There is nothing at this path; use directions/),
    },
  },
  { url: `${DETAILS_PATH}?place_id=fw_1_1_bm9kZS8x`, status: 200, body: { status: 'NOT_FOUND' } },
  { url: `${GEOCODE_PATH}?address=qqqqqqqqqqqq`, status: 200, body: { status: 'ZERO_RESULTS', results: [] } },
]

export function describeGoogle(getService: ServiceSource): void {
  describe('Google', () => {
    const client = new Client({})
    let base: string
    beforeAll(async () => {
      const { app } = getService()
      const address = app.server.address()
      base = `${typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : await app.listen({ port: 0, host: '127.0.0.1' })}/v1/compat/google`
    })

    testCases('reports errors', getService, errors)

    test('answers the official client: distance matrix', async () => {
      const params = {
        key: 'AIza',
        origins: [START, '18 de julio 1234, montevideo', 'qqqqqqqqqq'],
        destinations: [GOAL],
        mode: TravelMode.driving,
        departure_time: Math.ceil(getService().clock.now() / 1000) + 60,
      }
      const { data } = await client.distancematrix({ url: `${base}/distancematrix/json`, params })
      expect(data.status).toBe(Status.OK)
      expect(data.origin_addresses[1]).toBe('Avenida 18 de Julio 1234, Montevideo, Uruguay')
      const [first, second, third] = data.rows.map(({ elements }) => elements[0])
      expect(first).toMatchObject({
        status: 'OK',
        distance: { value: 459, text: '0.5 km' },
        duration: { text: '1 min' },
      })
      expect(first?.duration_in_traffic?.value).toBeGreaterThanOrEqual(first?.duration.value ?? 0)
      expect([second?.status, third?.status]).toEqual(['OK', 'NOT_FOUND'])
    })

    test('answers the official client: geocode and reverse geocode', async () => {
      const geocode = { url: `${base}/geocode/json`, params: { key: 'AIza', address: '18 de julio 1234, montevideo' } }
      const { data } = await client.geocode({ ...geocode, params: { ...geocode.params, components: 'country:UY' } })
      const [result] = data.results
      expect(result).toMatchObject({
        formatted_address: 'Avenida 18 de Julio 1234, Montevideo, Uruguay',
        geometry: { location: { lat: -34.905872, lng: -56.189437 }, location_type: 'ROOFTOP' },
        types: ['street_address'],
      })
      expect(result?.address_components.find(({ types }) => types.map(String).includes('country'))?.short_name).toBe(
        'UY',
      )
      const reverse = await client.reverseGeocode({
        url: `${base}/geocode/json`,
        params: { key: 'AIza', latlng: START, language: Language.es },
      })
      expect(reverse.data.results[0]?.formatted_address).toContain('Juan Paullier 1166')
      const again = await ask(getService(), `${GEOCODE_PATH}?place_id=${result?.place_id}`)
      expect(again.body.results[0].formatted_address).toBe(result?.formatted_address)
      const directions = await ask(
        getService(),
        `google/directions/json?origin=place_id:${result?.place_id}&destination=${GOAL}`,
      )
      expect(directions.body.status).toBe('OK')
    })

    test('answers the official client: nearby places and details', async () => {
      const { data } = await client.placesNearby({
        url: `${base}/place/nearbysearch/json`,
        params: { key: 'AIza', location: START, radius: 800, type: 'cafe' },
      })
      const place = data.results.find(({ name }) => name === 'Escaramuza')
      expect(place).toMatchObject({ types: ['cafe', 'point_of_interest', 'establishment'] })
      const details = await client.placeDetails({
        url: `${base}/place/details/json`,
        params: { key: 'AIza', place_id: place?.place_id ?? '', fields: ['name', 'website', 'geometry/location'] },
      })
      expect(details.data.result).toEqual({
        name: 'Escaramuza',
        website: 'http://escaramuza.com.uy',
        geometry: expect.objectContaining({ location: { lat: -34.906498, lng: -56.171009 } }),
      })
      const byName = await ask(getService(), `${NEARBY_PATH}?location=${START}&radius=800&keyword=escaramuza`)
      expect(byName.body.results).toMatchObject([{ name: 'Escaramuza' }])
    })
  })
}
