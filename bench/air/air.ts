import { buildAirspaceIndex, planFlight } from '@fairway/air'
import {
  compareCosts,
  makeCircle,
  makeStar,
  makeZone,
  offsetPosition,
  randomCorridors,
  randomScene,
  randomStars,
  randomZones,
} from '@fairway/air/testing'
import { type Position, seededRandom } from '@fairway/geo'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'

const middle: Position = [48.1, 11.5]
const departAtMs = Date.UTC(2026, 5, 1, 12)
const aircraft = { rangeKm: 100 }

/** Number of runs. Only the fastest run is reported, because other processes share the machine. */
const RUN_COUNT = 3

async function run({ tiny, progress }: BenchOptions): Promise<BenchResult> {
  progress('random scenes compared with brute force')
  const oracle = compareScenes(tiny ? 20 : 5000)
  progress('flights among 1,000 zones')
  const flights = timeFlights(tiny ? 3 : 500, tiny ? 50 : 1000, 150)
  progress('flights among 1,000 larger zones')
  const dense = timeFlights(tiny ? 2 : 200, tiny ? 50 : 1000, 250)
  progress('flights among 1,000 stars')
  const stars = timeFlights(tiny ? 2 : 60, tiny ? 50 : 1000, 250, randomStars)
  progress('a ring of 10,000 corners')
  const rings = timeRings(tiny ? 200 : 10_000)
  progress('corridor preference')
  const corridors = checkPreference(tiny ? 3 : 200)
  progress('all airports of the world')
  const sky = timeSky(tiny ? 500 : 60_000)
  return {
    figures: {
      ...oracle,
      ...flights,
      'dense ms p50': dense['ms p50'],
      'dense ms p99': dense['ms p99'],
      'stars ms p50': stars['ms p50'],
      'stars ms p99': stars['ms p99'],
      ...rings,
      ...corridors,
      ...sky,
    },
    table: [
      ['', 'measured', 'bar'],
      ['scenes compared', `${oracle.scenes}`, ''],
      ['length differs from brute force', `${oracle.differing}`, '0'],
      ['nearer to a zone than the margin', `${oracle['too near']}`, '0'],
      ['flights among 1,000 zones', `${flights.flights}`, ''],
      ['ms, median', `${flights['ms p50']}`, '10'],
      ['ms, p99', `${flights['ms p99']}`, '100'],
      ['the first run alone: ms, median', `${flights['first ms p50']}`, '10'],
      ['the first run alone: ms, p99', `${flights['first ms p99']}`, '100'],
      ['among larger ones: ms, median', `${dense['ms p50']}`, '10'],
      ['among larger ones: ms, p99', `${dense['ms p99']}`, '100'],
      ['among stars of twelve corners: ms, median', `${stars['ms p50']}`, ''],
      ['among stars of twelve corners: ms, p99', `${stars['ms p99']}`, ''],
      ['around a ring of 10,000 corners: ms', `${rings['ring ms']}`, ''],
      ['around the same ring, in force only at times: ms', `${rings['timed ring ms']}`, ''],
      ['preferences compared', `${corridors.preferences}`, ''],
      ['less corridor despite more preference', `${corridors['not monotone']}`, '0'],
      ['ms to build a sky of 60,000 zones', `${sky['sky ms']}`, '1000'],
    ],
    notes: [
      'Flights of 22 km cross an area of 24 by 16 km that is filled with zones of 50 to 150 m (larger ones: up to 250 m). With the margin, an eighth (a quarter) of the area is closed. Each figure is the best of three runs.',
    ],
  }
}

function compareScenes(count: number) {
  const random = seededRandom(1)
  let [scenes, differing, tooNear, unreachable] = [0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    const result = compareCosts(randomScene(random))
    if (!result) continue
    scenes++
    const { foundCost, bruteForceCost } = result
    if (bruteForceCost === Number.POSITIVE_INFINITY) unreachable++
    if (foundCost !== bruteForceCost && !(Math.abs(foundCost / bruteForceCost - 1) < 1e-9)) differing++
    if (result.clearanceDeficit > 0) tooNear++
  }
  return { scenes, unreachable, differing, 'too near': tooNear }
}

function timeFlights(count: number, zones: number, largest: number, makeZones = randomZones) {
  const random = seededRandom(2)
  const times: number[] = []
  const firstTimes: number[] = []
  let refused = 0
  for (let at = 0; at < count; at++) {
    const sky = buildAirspaceIndex(makeZones(random, middle, zones, { wide: 24_000, high: 16_000, largest }))
    const from = offsetPosition(middle, -11_000, (random() - 0.5) * 8000)
    const to = offsetPosition(middle, 11_000, (random() - 0.5) * 8000)
    const runs: number[] = []
    let isPlanned = false
    for (let each = 0; each < RUN_COUNT; each++) {
      const start = performance.now()
      const plan = planFlight(sky, { from, to, departAtMs, aircraft })
      runs.push(performance.now() - start)
      isPlanned = plan.kind === 'planned'
    }
    if (isPlanned) {
      times.push(Math.min(...runs))
      firstTimes.push(runs[0] ?? 0)
    } else refused++
  }
  times.sort((a, b) => a - b)
  firstTimes.sort((a, b) => a - b)
  const share = (part: number, list = times) =>
    round(list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0, 1)
  return {
    flights: times.length,
    refused,
    'ms p50': share(0.5),
    'ms p90': share(0.9),
    'ms p99': share(0.99),
    'first ms p50': share(0.5, firstTimes),
    'first ms p99': share(0.99, firstTimes),
  }
}

/**
 * Measures flights around a single ring with a large number of notches, as a permanent zone and as a time-limited zone.
 * The setup per zone is not included.
 */
function timeRings(corners: number) {
  const outline = makeStar(middle, 4000, corners, 0.9995)
  const times = [{ fromMs: departAtMs + 5 * 60_000, untilMs: departAtMs + 20 * 60_000, weekly: [] }]
  const request = {
    from: offsetPosition(middle, -11_000, 0),
    to: offsetPosition(middle, 11_000, 0),
    departAtMs,
    aircraft,
  }
  const [always, timed] = [{}, { times }].map((traits) => {
    const sky = buildAirspaceIndex([makeZone('ring', outline, traits)])
    const runs = Array.from({ length: RUN_COUNT }, () => {
      const start = performance.now()
      planFlight(sky, request)
      return performance.now() - start
    })
    return round(Math.min(...runs), 1)
  })
  return { 'ring ms': always ?? 0, 'timed ring ms': timed ?? 0 }
}

/** Corridor cost factors. A smaller factor means a stronger preference for corridors. */
const factors = [1, 0.95, 0.9, 0.8, 0.7, 0.5, 0.3]

function checkPreference(count: number) {
  const random = seededRandom(3)
  let [preferences, broken] = [0, 0]
  for (let at = 0; at < count; at++) {
    const sky = buildAirspaceIndex(
      randomZones(random, middle, 20, { wide: 12_000, high: 6000, largest: 250 }),
      randomCorridors(random, middle, 1 + Math.floor(random() * 3)),
    )
    const ends = { from: offsetPosition(middle, -6000, 0), to: offsetPosition(middle, 6000, 500) }
    let before = -1
    for (const corridorFactor of factors) {
      const plan = planFlight(sky, { ...ends, departAtMs, aircraft, corridorFactor })
      if (plan.kind !== 'planned') break
      preferences++
      if (plan.flight.corridorMeters < before - 1e-3) broken++
      before = plan.flight.corridorMeters
    }
  }
  return { preferences, 'not monotone': broken }
}

function timeSky(count: number) {
  const random = seededRandom(4)
  const zones = Array.from({ length: count }, (_, at) => {
    const latitude = (Math.asin(random() * 2 - 1) * 180) / Math.PI
    return makeZone(`airport-${at}`, makeCircle([latitude, random() * 360 - 180], 1000 + random() * 4000))
  })
  const start = performance.now()
  const sky = buildAirspaceIndex(zones)
  return { 'sky zones': sky.zoneCount, 'sky ms': round(performance.now() - start, 0) }
}

export const air: Benchmark = {
  run,
}
