import { bearingDegrees, flatDistanceMeters, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ask, type ServiceSource, testCases } from './format-case.ts'

type LonLat = readonly [number, number]

const seed = Number(process.env.SEED ?? 20_261_119)
const PAIRS = 40
/** Segments shorter than this, in meters, have an unreliable direction, because points are rounded to six decimals. */
const MIN_SEGMENT_METERS = 3
const MAX_ROUNDING_DEGREES = 3
const MAX_ROUNDING_METERS = 0.2
const START_GOAL = '-56.1671,-34.9066;-56.1653,-34.9094'

function toDegrees([fromLongitude, fromLatitude]: LonLat, [longitude, latitude]: LonLat): number {
  return bearingDegrees(fromLatitude, fromLongitude, latitude, longitude)
}

function toMeters([fromLongitude, fromLatitude]: LonLat, [longitude, latitude]: LonLat): number {
  return flatDistanceMeters(fromLatitude, fromLongitude, latitude, longitude)
}

/** Returns the difference of two directions in degrees, from 0 to 180. */
function turnBetween(a: number, b: number): number {
  return Math.abs(((a - b + 540) % 360) - 180)
}

/** Draws points in Montevideo. */
function drawPoints(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () =>
    [-56.2 + 0.08 * random(), -34.915 + 0.04 * random()].map((degrees) => degrees.toFixed(6)).join(),
  )
}

export function describeOsrmConstraints(getService: ServiceSource): void {
  describe('OSRM bearings and approaches', () => {
    testRoutes(getService)
    testApproaches(getService)
    testTables(getService)
    testOtherServices(getService)
    testCases('reply', getService, [
      {
        url: `osrm/route/v1/driving/${START_GOAL}?bearings=;359,0`,
        status: 400,
        body: { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' },
      },
      {
        url: `osrm/table/v1/driving/${START_GOAL}?bearings=359,0;`,
        status: 400,
        body: { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 0' },
      },
      {
        url: `osrm/nearest/v1/driving/-56.1671,-34.9066?bearings=359,0`,
        status: 400,
        body: { code: 'NoSegment', message: 'Could not find a matching segments for coordinate' },
      },
      {
        url: `osrm/route/v1/driving/${START_GOAL}?annotations=duration,nodes`,
        status: 400,
        body: {
          code: 'NotImplemented',
          message:
            'The annotation nodes is not available, because the maps contain no OpenStreetMap node ids; leave it out',
        },
      },
      {
        url: `osrm/match/v1/driving/${START_GOAL}?approaches=curb;`,
        status: 400,
        body: { code: 'NotImplemented', message: 'approaches is not available in match; use unrestricted' },
      },
    ])
  })
}

function createGetRoute(getService: ServiceSource) {
  return async (points: readonly string[], options: string) => {
    const { body } = await ask(
      getService(),
      `osrm/route/v1/driving/${points.join(';')}?overview=full&geometries=geojson&steps=true${options}`,
    )
    return body
  }
}

function testRoutes(getService: ServiceSource): void {
  const getRoute = createGetRoute(getService)

  test.each([0, 1])(`shape the route at coordinate %i (seed ${seed})`, async (coordinate) => {
    const random = seededRandom(seed + coordinate)
    let checked = 0
    let within = 0
    let changed = 0
    for (let pair = 0; pair < PAIRS; pair++) {
      const points = drawPoints(random, 2)
      const [degrees, range] = [Math.floor(360 * random()), 10 + Math.floor(60 * random())]
      const bearing = `${degrees},${range}`
      const reply = await getRoute(points, `&bearings=${coordinate === 0 ? `${bearing};` : `;${bearing}`}`)
      if (reply.code === 'NoSegment') continue
      const message = `${points}, bearing ${bearing}`
      expect(reply.code, message).toBe('Ok')
      // The snapped position is on a road that leads in the given direction.
      const snapped: LonLat = reply.waypoints[coordinate].location
      const { body: nearest } = await ask(getService(), `osrm/nearest/v1/driving/${snapped}?bearings=${bearing}`)
      expect(nearest.waypoints?.[0].distance, message).toBeLessThanOrEqual(MAX_ROUNDING_METERS)
      const line: LonLat[] = reply.routes[0].geometry.coordinates
      const [from, to] = coordinate === 0 ? line.slice(0, 2) : line.slice(-2)
      if (!from || !to || toMeters(from, to) < MIN_SEGMENT_METERS) continue
      if (turnBetween(toDegrees(from, to), degrees) <= range + MAX_ROUNDING_DEGREES) within++
      const plain = await getRoute(points, '')
      if (plain.routes[0].distance !== reply.routes[0].distance) changed++
      checked++
    }
    expect(checked).toBeGreaterThan(PAIRS / 2)
    expect(changed).toBeGreaterThan(PAIRS / 4)
    // A route may begin or end where the road ends. Its line then contains only the next road.
    expect(within).toBeGreaterThan(0.8 * checked)
  })

  test('keep the direction through a waypoint, and at both ends of its legs if turning back is allowed', async () => {
    const random = seededRandom(seed)
    const bearings: number[] = []
    for (const extra of ['', '&continue_straight=false']) {
      for (let index = 0; index < 10; index++) {
        const reply = await getRoute(drawPoints(random, 3), `&bearings=;90,40;${extra}`)
        if (reply.code !== 'Ok') continue
        const [arriving, leaving] = reply.routes[0].legs
        for (const { maneuver } of [arriving.steps.at(-1), leaving.steps[0]])
          bearings.push(maneuver.type === 'arrive' ? maneuver.bearing_before : maneuver.bearing_after)
      }
    }
    expect(bearings.length).toBeGreaterThan(20)
    // A maneuver at the end of a road has the direction of the next road.
    const within = bearings.filter((degrees) => turnBetween(degrees, 90) <= 42)
    expect(within.length).toBeGreaterThan(0.8 * bearings.length)
  })

  test('are ignored if they permit every direction', async () => {
    const random = seededRandom(seed)
    for (let pair = 0; pair < 10; pair++) {
      const points = drawPoints(random, 2)
      const plain = await getRoute(points, '')
      expect(await getRoute(points, '&bearings=12,180;300,180&approaches=unrestricted;')).toEqual(plain)
    }
  })
}

function testApproaches(getService: ServiceSource): void {
  const getRoute = createGetRoute(getService)

  /** Returns whether one of the roads at a position is a one-way street. */
  const isOneway = async ([longitude, latitude]: LonLat): Promise<boolean> => {
    const payload = { point: [latitude, longitude], number: 4 }
    const reply = await getService().app.inject({ method: 'POST', url: '/v1/nearest', payload })
    const roads: { distance_m: number; oneway: boolean }[] = reply.json().roads
    return roads.some(({ distance_m, oneway }) => oneway && distance_m <= MAX_ROUNDING_METERS)
  }

  test.each(['curb', 'opposite'])(
    `stop on the side of the road that approaches=%s requires (seed ${seed})`,
    async (approach) => {
      const random = seededRandom(seed)
      let [checked, fulfilled, changed] = [0, 0, 0]
      for (let pair = 0; pair < PAIRS; pair++) {
        const points = drawPoints(random, 2)
        const plain = await getRoute(points, '')
        const reply = await getRoute(points, `&approaches=;${approach}`)
        expect(reply.code).toBe('Ok')
        const { maneuver, driving_side } = reply.routes[0].legs[0].steps.at(-1)
        if (!['left', 'right'].includes(maneuver.modifier)) continue
        checked++
        if (plain.routes[0].distance !== reply.routes[0].distance) changed++
        if ((maneuver.modifier === driving_side) === (approach === 'curb')) fulfilled++
        // Only on a one-way street may the vehicle stop on the other side.
        else expect(await isOneway(reply.waypoints[1].location), points.join(';')).toBe(true)
      }
      expect(checked).toBeGreaterThan(PAIRS / 2)
      expect(fulfilled).toBeGreaterThan(checked / 2)
      expect(changed).toBeGreaterThan(0)
    },
  )
}

function testTables(getService: ServiceSource): void {
  const get = async (url: string) => (await ask(getService(), `osrm/${url}`)).body

  test(`make every cell of a table equal to the route (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    const points = drawPoints(random, 5)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] ?? ''
    const bearings = points.map((_point, index) => ['90,40', '', '270,40', '10,180', '180,40'][index])
    const approaches = points.map(() => pick(['', 'curb', 'opposite', 'unrestricted']))
    const constraints = (indexes: readonly number[]) =>
      `bearings=${indexes.map((index) => bearings[index]).join(';')}&approaches=${indexes.map((index) => approaches[index]).join(';')}`
    const all = [...points.keys()]
    const table = await get(
      `table/v1/driving/${points.join(';')}?annotations=duration,distance&sources=4;0;2&destinations=1;3&${constraints(all)}`,
    )
    const plain = await get(`table/v1/driving/${points.join(';')}?sources=4;0;2&destinations=1;3`)
    expect(table.durations).not.toEqual(plain.durations)
    for (const [row, from] of [4, 0, 2].entries()) {
      for (const [column, to] of [1, 3].entries()) {
        const url = `route/v1/driving/${points[from]};${points[to]}?overview=false&${constraints([from, to])}`
        const { routes } = await get(url)
        expect([table.durations[row][column], table.distances[row][column]], url).toEqual([
          routes[0].duration,
          routes[0].distance,
        ])
      }
    }
    expect((await get(`table/v1/driving/${points.join(';')}?${constraints(all)}`)).code).toBe('Ok')
  })
}

function testOtherServices(getService: ServiceSource): void {
  const get = async (url: string) => (await ask(getService(), `osrm/${url}`)).body

  test(`apply to the trip and to its order (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    const points = drawPoints(random, 5)
    const query = `${points.join(';')}?roundtrip=false&source=first&destination=last&bearings=;;90,60;;&approaches=;curb;;curb;`
    const { code, trips, waypoints } = await get(`trip/v1/driving/${query}`)
    expect(code).toBe('Ok')
    const order: number[] = waypoints.map(({ waypoint_index }: { waypoint_index: number }) => waypoint_index)
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4])
    // The legs of the trip have the durations of the table with the same constraints, so the trip is the shortest.
    const { durations } = await get(`table/v1/driving/${points.join(';')}?bearings=;;90,60;;&approaches=;curb;;curb;`)
    const total = (visits: readonly number[]) =>
      visits.slice(1).reduce((sum, to, index) => sum + durations[visits[index] ?? 0][to], 0)
    const totals = listOrders([1, 2, 3]).map((inner) => total([0, ...inner, 4]))
    const chosen = [0, 1, 2, 3, 4].map((position) => order.indexOf(position))
    expect(total(chosen)).toBe(Math.min(...totals))
    expect(trips[0].duration).toBeGreaterThanOrEqual(total(chosen) - 1)
  })

  test(`restrict the nearest roads to the range (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    let dropped = 0
    for (let index = 0; index < 20; index++) {
      const [point = ''] = drawPoints(random, 1)
      const [degrees, range] = [Math.floor(360 * random()), Math.floor(60 * random())]
      const locations = async (options: string): Promise<string[]> =>
        ((await get(`nearest/v1/driving/${point}?number=8${options}`)).waypoints ?? []).map(
          ({ location }: { location: LonLat }) => location.join(),
        )
      const all = await locations('')
      expect(await locations(`&bearings=${degrees},180`)).toEqual(all)
      const within = await locations(`&bearings=${degrees},${range}`)
      if (within[0] !== all[0]) dropped++
      expect(await locations(`&bearings=${degrees},${range}&approaches=curb`)).toEqual(within)
    }
    expect(dropped).toBeGreaterThan(5)
  })

  test('restrict the roads of a matched trace', async () => {
    const { routes } = await get(`route/v1/driving/${START_GOAL}?overview=full&geometries=geojson`)
    const line: LonLat[] = routes[0].geometry.coordinates
    const url = `match/v1/driving/${line.map((point) => point.join()).join(';')}?gaps=ignore`
    const matched = async (bearings: readonly string[]) => await get(`${url}&bearings=${bearings.join(';')}`)
    const directions = line.map((point, index) => {
      const [from, to] = index === 0 ? [point, line[1] ?? point] : [line[index - 1] ?? point, point]
      return Math.round(toDegrees(from, to)) % 360
    })
    const forward = await matched(directions.map((degrees) => `${degrees},45`))
    expect(forward.code).toBe('Ok')
    const turned = await matched(directions.map((degrees) => `${(degrees + 45) % 360},10`))
    expect(turned).not.toEqual(forward)
    expect(await matched(directions.map((degrees) => `${(degrees + 45) % 360},180`))).toEqual(await get(url))
  })
}

/** Lists all orders of some values. */
function listOrders(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value) =>
    listOrders(values.filter((other) => other !== value)).map((rest) => [value, ...rest]),
  )
}
