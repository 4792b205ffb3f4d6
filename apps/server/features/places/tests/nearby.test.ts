import { distanceMeters } from '@fairway/geo'
import { placeCategories } from '@fairway/places'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { askPlaces, town } from '../../../../../tests/support/maps/places.ts'
import { publishMap } from '../../../../../tests/support/maps/small-map.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { nearbyExample } from '../nearby/examples.ts'

const centre = { lat: -34.9058, lon: -56.1882 }

interface Place {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly categories: readonly string[]
  readonly at: readonly [number, number]
  readonly distance_m: number
  readonly straight_m?: number
  readonly duration_min?: number
  readonly opening_hours?: string
  readonly open?: boolean
  readonly tags: Readonly<Record<string, string>>
}

describeOnStores(
  'GET /v1/nearby',
  ({ start, startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({
        clock: new FakeClock('2026-06-16T15:00:00Z'),
        config: { anonymousBurst: 100_000 },
        maps: await openMaps(),
      })
    })
    const getNearby = (fields: Record<string, string | number>) => askPlaces(service, 'nearby', fields)
    const findPlaces = async (fields: Record<string, string | number>): Promise<Place[]> => {
      const reply = await getNearby({ ...centre, ...fields })
      expect([reply.statusCode, reply.payload.slice(0, 300)]).toEqual([200, expect.any(String)])
      return reply.json().places
    }

    test('returns the place of the example first', async () => {
      const [first] = await findPlaces({ category: 'cafe', open_at: '2026-06-16T20:30', lang: 'en' })
      expect(first).toEqual(nearbyExample.places[0])
    })

    test('returns every category, the nearest first, within the radius, with unique ids', async () => {
      const rare: readonly string[] = [
        'checkpoint',
        'charging',
        'airport',
        'car_wash',
        'mall',
        'train_station',
        'bus_station',
        'library',
      ]
      // The order of hospitals is different, because they come before clinics.
      for (const category of placeCategories.filter((one) => !rare.includes(one) && one !== 'hospital')) {
        const places = await findPlaces({ category, radius_m: 20_000, limit: 100 })
        expect(places.length, category).toBeGreaterThan(5)
        expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
        expect(places.map(({ distance_m }) => distance_m)).toEqual(
          places.map(({ distance_m }) => distance_m).toSorted((a, b) => a - b),
        )
        for (const place of places) {
          expect(place).toMatchObject({
            category,
            id: expect.stringMatching(/^((node|way|relation)\/\d+|at\/-34\.\d+,-5[56]\.\d+)$/),
          })
          expect(place.name).not.toBe('')
          const meters = distanceMeters(centre.lat, centre.lon, ...place.at)
          expect(Math.abs(meters - place.distance_m)).toBeLessThan(0.5)
        }
      }
    })

    test('returns all categories without a filter: the merged results of each, sorted', async () => {
      const all = await findPlaces({ radius_m: 500, limit: 100 })
      const each = new Map<string, number>()
      for (const category of placeCategories.filter((one) => one !== 'other')) {
        for (const { id, distance_m } of await findPlaces({ category, radius_m: 500, limit: 100, widen: 'false' }))
          each.set(id, distance_m)
      }
      const sorted = [...each].sort(([, a], [, b]) => a - b).slice(0, 100)
      expect(all.map(({ distance_m }) => distance_m)).toEqual(sorted.map(([, distance_m]) => distance_m))
    })

    test('returns no more than the limit, and nothing beyond the radius', async () => {
      expect(await findPlaces({})).toHaveLength(20)
      expect(await findPlaces({ limit: 3 })).toHaveLength(3)
      const near = await findPlaces({ radius_m: 120, limit: 100 })
      expect(near.every(({ distance_m }) => distance_m <= 120)).toBe(true)
      expect(await findPlaces({ radius_m: 1, widen: 'false' })).toEqual([])
    })

    test('says that the map contains no such place', async () => {
      const reply = (await getNearby({ ...centre, radius_m: 1, widen: 'false' })).json()
      expect(reply.places).toEqual([])
      expect(reply.warnings).toEqual([
        'the loaded maps contain no such place within 1 m; there may be places that are not on the map',
      ])
    })

    test('widens the radius when nothing is within it, and reports it', async () => {
      const atSea = { lat: -34.95, lon: -56.15, category: 'pharmacy' }
      const widened = (await getNearby({ ...atSea, radius_m: 100, widen: 'true' })).json()
      expect(widened).toMatchObject({
        widened_to_m: 10_000,
        warnings: ['no place is within 100 m, so the search was widened to 10000 m; to prevent this, set widen=false'],
      })
      expect(widened.places).toHaveLength(20)
      for (const strictFields of [{ radius_m: 100 }, { radius_m: 100, widen: 'false' }]) {
        const strict = (await getNearby({ ...atSea, ...strictFields })).json()
        expect([strict.places, strict.widened_to_m]).toEqual([[], undefined])
      }
      const enough = (await getNearby({ ...centre, category: 'pharmacy' })).json()
      expect([enough.widened_to_m, enough.warnings]).toEqual([undefined, undefined])
    })

    test('reports when there are more places than the limit', async () => {
      const few = (await getNearby({ ...centre, category: 'pharmacy', radius_m: 600, limit: 100 })).json()
      const count = few.places.length
      expect([few.more, count]).toEqual([undefined, expect.any(Number)])
      const fields = { ...centre, category: 'pharmacy', radius_m: 600 }
      expect((await getNearby({ ...fields, limit: count })).json().more).toBeUndefined()
      expect((await getNearby({ ...fields, limit: count - 1 })).json()).toMatchObject({ more: true })
      expect((await getNearby({ ...centre, radius_m: 20_000, limit: 100 })).json()).toMatchObject({
        more: true,
        warnings: [
          'there are more than 100 places, which is the maximum for one reply; use a smaller radius_m or a category',
        ],
      })
    })

    test.each(['straight', 'road'])('returns hospitals before clinics, each nearest first (%s)', async (by) => {
      const places = await findPlaces({ category: 'hospital', radius_m: 5000, limit: 100, by })
      const isHospital = places.map(
        ({ tags }) => [tags.amenity, tags.healthcare].includes('hospital') || tags.emergency === 'yes',
      )
      expect(isHospital).toEqual(isHospital.toSorted((a, b) => Number(b) - Number(a)))
      expect(new Set(isHospital).size).toBe(2)
      for (const group of [true, false]) {
        const meters = places.filter((_, at) => isHospital[at] === group).map(({ distance_m }) => distance_m)
        expect(meters).toEqual(meters.toSorted((a, b) => a - b))
      }
    })

    test.each([
      ['gas station', 'amenity', 'fuel'],
      ['farmacias', 'amenity', 'pharmacy'],
      ['Krankenhäuser', 'amenity', 'hospital'],
      ['boulangerie', 'shop', 'bakery'],
      ['аптека', 'amenity', 'pharmacy'],
      ['超市', 'shop', 'supermarket'],
      ['church', 'amenity', 'place_of_worship'],
    ])('accepts words for a kind of place: %s', async (q, key, value) => {
      const places = await findPlaces({ q, radius_m: 5000 })
      expect(places.length).toBeGreaterThan(2)
      expect(places.map(({ tags }) => tags[key])).toEqual(places.map(() => value))
    })

    test('returns whether places are open: now, or at an instant in local time', async () => {
      const places = await findPlaces({ radius_m: 20_000, limit: 100, category: 'food' })
      const always = (await findPlaces({ radius_m: 20_000, limit: 100, category: 'fuel' })).find(
        ({ opening_hours }) => opening_hours === '24/7',
      )
      expect(always?.open).toBe(true)
      for (const { opening_hours, open } of places) if (opening_hours === undefined) expect(open).toBeUndefined()
    })

    test.each<[open_at: string, isOpen: boolean, warnings?: string[]]>([
      ['2026-06-16T12:00:00Z', true],
      ['1781611200', true],
      ['1781611200000', true],
      ['2026-06-16T09:00', true, ['open_at has no time zone and was read as local time in America/Montevideo']],
    ])('accepts the time %s, and reports how it was read', async (open_at, isOpen, warnings) => {
      const reply = (await getNearby({ ...centre, category: 'fuel', open_at, radius_m: 20_000, limit: 100 })).json()
      const always = reply.places.find(({ opening_hours }: Place) => opening_hours === '24/7')
      expect([always?.open, reply.warnings?.filter((text: string) => text.startsWith('open_at'))]).toEqual([
        isOpen,
        reply.warnings && (warnings ?? []),
      ])
      if (warnings) expect(reply.warnings).toEqual(expect.arrayContaining(warnings))
    })

    test('sorts by road distance, never shorter than the straight line by more than the access distance', async () => {
      const places = await findPlaces({ category: 'fuel', by: 'road', limit: 10 })
      expect(places.length).toBeGreaterThan(3)
      expect(places.map(({ distance_m }) => distance_m)).toEqual(
        places.map(({ distance_m }) => distance_m).toSorted((a, b) => a - b),
      )
      for (const { at, distance_m, straight_m = 0, duration_min = 0 } of places) {
        expect(distance_m).toBeGreaterThan(straight_m - 150)
        expect(duration_min).toBeGreaterThan(0)
        const payload = { from: [centre.lat, centre.lon], to: at, alternatives: 0, steps: false, geometry: 'none' }
        const route = (await service.app.inject({ method: 'POST', url: '/v1/route', payload })).json()
        expect([Math.round(route.distance_km * 1e4), route.eta_min]).toEqual([
          Math.round(distance_m * 10),
          duration_min,
        ])
      }
      const [first] = await findPlaces({ category: 'fuel', limit: 1 })
      expect(first).not.toHaveProperty('duration_min')
    })

    test('warns where no map covers the position', async () => {
      const reply = await getNearby({ lat: 48.85, lon: 2.35, x: 1 })
      expect(reply.json()).toEqual({
        places: [],
        data: { attribution: '© OpenStreetMap contributors (ODbL 1.0)' },
        warnings: [
          "unknown field 'x' was ignored",
          'no map of this service covers the position; places are available in montevideo',
        ],
      })
      expect((await getNearby({ lat: 48.85, lon: 2.35, by: 'road' })).statusCode).toBe(200)
    })

    describe('invalid requests', () => {
      test.each([
        [
          { category: 'pub' },
          'category is "pub"; it must be one of atm, cafe, charging, checkpoint, food, fuel, hospital, hotel, parking, police, speed_camera, pharmacy, supermarket, bank, toilets, airport, train_station, bus_station, doctor, dentist, post_office, school, university, mall, convenience, bar, car_repair, car_wash, museum, library, other (The category of the places. Default: all except other)',
        ],
        [{ category: 'CAFE' }, /^category is "CAFE"; it must be one of atm, cafe/],
        [{ lat: 91 }, 'lat is 91; it must be at most 90 (Latitude in degrees, -90 to 90)'],
        [{ lon: 'x' }, 'lon is "x"; it must be a number (Longitude in degrees, -180 to 180)'],
        [{ lat: 0, lon: 0 }, /^lat and lon are both 0, which usually means that the position is missing/],
        [{ radius_m: 0.5 }, /^radius_m is 0.5; it must be at least 1/],
        [{ radius_m: 50_001 }, /^radius_m is 50001; it must be at most 50000/],
        [{ limit: 0 }, 'limit is 0; it must be at least 1 (Maximum number of places, 1 to 100)'],
        [{ limit: 101 }, 'limit is 101; it must be at most 100 (Maximum number of places, 1 to 100)'],
        [{ limit: '0x10' }, 'limit is "0x10"; write the number in decimal digits'],
        [{ radius_m: '0x10' }, 'radius_m is "0x10"; write the number in decimal digits'],
        [{ by: 'foot' }, /^by is "foot"; it must be one of straight, road/],
        [
          { q: 'xyzzy' },
          'q is "xyzzy", which is not a known kind of place; give words such as "gas station" or "farmacia", give a category, or use /v1/geocode to find places by name',
        ],
        [{ brand: '' }, /^brand is ""; it must have at least 1 character/],
        [
          { open_at: 'tomorrow' },
          'open_at is "tomorrow"; give a valid timestamp such as 2026-06-16T08:30:00Z, or the local time without Z: 2026-06-16T08:30',
        ],
        [{ open_at: '178161120' }, /^open_at is "178161120"; give a valid timestamp/],
        [{ open_at: '5000000000' }, /^open_at is "5000000000"; give a valid timestamp/],
        [{ open_at: '2026-02-30T08:30' }, /^open_at is "2026-02-30T08:30"; give a valid timestamp/],
        [{ open_at: '2026-02-28T24:30' }, /^open_at is "2026-02-28T24:30"; give a valid timestamp/],
        [{ open_at: '2026-02-28T08:30+99:00' }, /^open_at is "2026-02-28T08:30\+99:00"; give a valid timestamp/],
        [{ open_at: '2200-01-01T00:00' }, 'open_at is "2200-01-01T00:00"; times from 1970 to 2199 are supported'],
        [{ open_at: '1969-12-31T23:59Z' }, /times from 1970 to 2199 are supported$/],
        [
          { by: 'road', lat: -34.95, lon: -56.2, radius_m: 10_000 },
          'There is no road within 1000 m of the position (lat and lon), so distances by road cannot be computed; leave out by=road, or choose a position nearer to a road',
        ],
      ] as const)('%j', async (fields, detail) => {
        expectProblem(await getNearby({ ...centre, ...(fields as Record<string, string>) }), 422, detail)
      })

      test('rejects an invalid encoding', async () => {
        const reply = await service.app.inject('/v1/nearby?lat=-34.9058&lon=-56.1882&brand=%E4ncap')
        expectProblem(reply, 422, /^The query contains "brand=%E4ncap", which is not valid percent-encoded UTF-8/)
      })

      test.each([{ limit: 1 }, { limit: 100 }, { radius_m: 1 }, { radius_m: 50_000 }, { open_at: '2199-12-31T23:59' }])(
        'accepts the last allowed value: %j',
        async (fields) => {
          expect((await getNearby({ ...centre, ...(fields as Record<string, number>) })).statusCode).toBe(200)
        },
      )
    })

    test('adds the places of a new map, and removes them with it', async () => {
      const folder = await createTempDir()
      await publishMap(folder.path, 'nowhere', town('Nowhere', [10, 20]))
      const maps = await openMaps(folder.path)
      const separateService = await start({ config: { anonymousBurst: 1000 }, maps: { ...maps, regions: [] } })
      const at = { lat: 10, lon: 20.001, category: 'cafe' }
      const names = async () =>
        (await askPlaces(separateService, 'nearby', at)).json().places.map(({ name }: Place) => name)
      const labels = async (q: string) =>
        (await askPlaces(separateService, 'geocode', { q })).json().results.map(({ label }: { label: string }) => label)
      expect([await names(), await labels('north street 9')]).toEqual([[], []])
      await separateService.regions.update(maps.regions, separateService.clock.now())
      expect(await names()).toEqual(['Nowhere Café', 'Beans'])
      expect((await labels('north street 9'))[0]).toMatch(/9.*North Street|North Street.*9/)
      const reversed = (await askPlaces(separateService, 'reverse', { lat: 10.0001, lon: 20.0005 })).json()
      expect(reversed.address).toMatchObject({ house_number: '1', street: 'North Street' })
      // The two times are noon on a Tuesday and noon on a Sunday, in local time.
      const open = async (open_at: string) =>
        (await askPlaces(separateService, 'nearby', { ...at, open_at })).json().places.map((place: Place) => place.open)
      expect([await open('2026-06-16T12:00'), await open('2026-06-14T12:00')]).toEqual([
        [true, undefined],
        [false, undefined],
      ])
      await separateService.regions.update([], separateService.clock.now())
      expect([await names(), await labels('north street 9')]).toEqual([[], []])
      await folder.dispose()
    })
  },
  ['embedded'],
)
