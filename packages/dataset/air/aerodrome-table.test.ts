import { buildAirspaceIndex, makeCap, toVector } from '@fairway/air'
import { seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { AerodromeTable, packAerodromes } from './aerodrome-table.ts'
import { type Aerodrome, listAerodromes, toAerodromeZone } from './default-zones.ts'

const seed = Number(process.env.SEED ?? 20261115)

describe('aerodrome table', () => {
  let all: Aerodrome[]
  let table: AerodromeTable
  beforeAll(() => {
    all = listAerodromes()
    table = new AerodromeTable(new Map(packAerodromes(all)))
  })

  test(`finds the same zones as a full index, at random positions on earth (seed ${seed})`, () => {
    // A subset of the aerodromes is enough for the comparison and faster to index.
    const some = all.filter((_, at) => at % 5 === 0)
    const small = new AerodromeTable(new Map(packAerodromes(some)))
    const sky = buildAirspaceIndex(some.map(toAerodromeZone))
    const random = seededRandom(seed)
    let matches = 0
    for (let round = 0; round < 300; round++) {
      const near = some[Math.floor(random() * some.length)]
      const isAtEdge = round % 10 === 0
      const latitude = isAtEdge ? [89.9, -89.9, near.latitude][round % 3] : near.latitude + random() - 0.5
      const longitude = isAtEdge ? [180, -180, 179.99][round % 3] : near.longitude + random() - 0.5
      const area = makeCap(toVector([latitude, longitude]), 10 ** (2 + 4 * random()))
      const expected = sky.zonesNear(area).map(({ zone }) => zone.id)
      const ids = small.zonesNear(area).map(({ zone }) => zone.id)
      expect(new Set(ids), `round ${round}`).toEqual(new Set(expected))
      expect(ids).toHaveLength(expected.length)
      matches += ids.length
    }
    expect(matches).toBeGreaterThan(1000)
  })

  test('creates the same zones as the list, each once', () => {
    const carrasco = all.find(({ identifier }) => identifier === 'SUMU') ?? expect.unreachable()
    const area = makeCap(toVector([carrasco.latitude, carrasco.longitude]), 100)
    const [matches] = table.zonesNear(area).filter(({ zone }) => zone.id === 'airport:SUMU')
    expect(matches?.zone).toEqual(toAerodromeZone(carrasco))
    expect(matches?.volume).toBe(matches?.zone.volumes[0])
    expect(table.zonesNear(area)).toContain(matches)
  })

  test('stays small and evicts zones before there are too many', () => {
    expect(table.count).toBe(all.length)
    const bytes = packAerodromes(all).reduce((sum, [, array]) => sum + array.byteLength, 0)
    expect(bytes).toBeLessThan(6_000_000)
    const europe = makeCap(toVector([48, 10]), 1_500_000)
    expect(table.zonesNear(europe).length).toBeGreaterThan(5000)
    expect(table.zonesNear(europe).map(({ zone }) => zone.id)).toEqual(
      table.zonesNear(europe).map(({ zone }) => zone.id),
    )
  })
})
