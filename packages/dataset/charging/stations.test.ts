import { type ChargingTable, connectorKinds, readStationDetails } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { collectPlaces } from '../places/collect/collect-places.ts'
import { parseDrawing } from '../testing/drawing.ts'
import { buildOsmBlock, type Tags } from '../testing/osm-writer.ts'
import { buildStations, fromChargingSections, toChargingSections } from './build-stations.ts'
import { parseStation, parseWatts } from './station-tags.ts'

/** Compiles the stations of a drawing and reads them back from their sections. */
async function drawStations(
  drawing: string,
  nodes: Readonly<Record<string, Tags>>,
  ways: Readonly<Record<string, Tags>> = {},
): Promise<ChargingTable> {
  const points = parseDrawing(drawing, 20, [50, 8])
  const block = buildOsmBlock({ points, nodes, ways, relations: [], missing: '' })
  const blocks = async function* () {
    yield block
  }
  const { stations } = await collectPlaces(blocks, () => undefined)
  const table = fromChargingSections(new Map(toChargingSections(buildStations(stations))))
  if (!table) throw new Error('there are no sections')
  return table
}

function listSockets({ socketFirst, socketKind, socketWatts }: ChargingTable, station: number): string[] {
  return [...socketKind.subarray(socketFirst[station], socketFirst[station + 1])].map(
    (kind, index) => `${connectorKinds[kind].name} ${socketWatts[socketFirst[station] + index]}`,
  )
}

const station = { amenity: 'charging_station' }

describe('charging stations', () => {
  test('have sockets with their power, and the details that a driver needs', async () => {
    const table = await drawStations('a', {
      a: {
        ...station,
        name: 'Ladepark',
        operator: 'Strom AG',
        opening_hours: 'Mo-Fr 08:00-18:00',
        fee: 'yes',
        capacity: '6',
        'socket:type2': '4',
        'socket:type2:output': '22 kW',
        'socket:type2_combo': '2',
        'socket:type2_combo:output': '150 kW',
        'socket:chademo': '1',
        'socket:schuko': 'no',
      },
    })
    expect(listSockets(table, 0)).toEqual(['type2 22000', 'type2_combo 150000', 'chademo 50000'])
    expect([table.latitude[0], table.longitude[0]]).toEqual([50_000_000, 8_000_000])
    expect(readStationDetails(table, 0)).toEqual({
      osm: expect.stringMatching(/^node\/\d+$/),
      name: 'Ladepark',
      operator: 'Strom AG',
      opening_hours: 'Mo-Fr 08:00-18:00',
      fee: 'yes',
      capacity: 6,
    })
  })

  test('that are areas are placed at their center', async () => {
    const table = await drawStations('a b\n\nd c', {}, { abcda: { ...station, 'socket:type2': '2' } })
    expect(table.latitude).toHaveLength(1)
    expect(table.latitude[0]).toBeLessThan(50_000_000)
    expect(table.longitude[0]).toBeGreaterThan(8_000_000)
    expect(listSockets(table, 0)).toEqual(['type2 11000'])
  })

  test('that are not open to the public are marked', async () => {
    const access = ['yes', 'private', 'customers', 'no', 'permissive']
    const nodes = Object.fromEntries(access.map((value, index) => ['abcde'[index], { ...station, access: value }]))
    const table = await drawStations('a b c d e', nodes)
    expect([...table.isRestricted]).toEqual([0, 1, 1, 1, 0])
    expect(readStationDetails(table, 1).access).toBe('private')
  })

  test('take the sockets of their charge points if they have none; a charge point alone is a station', async () => {
    const point = { man_made: 'charge_point', 'socket:type2_combo': '1', 'socket:type2_combo:output': '300 kW' }
    const slow = { man_made: 'charge_point', 'socket:type2': '1', 'socket:type2:output': '11 kW' }
    const near = await drawStations('a b c', { a: station, b: point, c: slow })
    expect(near.latitude).toHaveLength(1)
    expect(listSockets(near, 0)).toEqual(['type2 11000', 'type2_combo 300000'])
    const own = await drawStations('a b', { a: { ...station, 'socket:type2': '1' }, b: point })
    expect(own.latitude).toHaveLength(1)
    expect(listSockets(own, 0)).toEqual(['type2 11000'])
    const far = await drawStations('a          b', { a: station, b: point })
    expect([listSockets(far, 0), listSockets(far, 1)]).toEqual([[], ['type2_combo 300000']])
  })
})

test.each([
  [{ amenity: 'charging_station' }, true],
  [{ amenity: 'charging_station', bicycle: 'yes' }, false],
  [{ amenity: 'charging_station', bicycle: 'yes', motorcar: 'yes' }, true],
  [{ amenity: 'charging_station', motorcar: 'no', hgv: 'yes' }, false],
  [{ amenity: 'charging_station', bicycle: 'no' }, true],
  [{ amenity: 'fuel' }, false],
])('%o is a station for cars: %s', (tags, isStation) => {
  expect(parseStation(new Map(Object.entries(tags)), 'node/1') !== undefined).toBe(isStation)
})

test.each([
  ['22 kW', 22_000],
  ['22kW', 22_000],
  ['22', 22_000],
  ['3,7 kW', 3700],
  ['22000 W', 22_000],
  ['22000', 22_000],
  ['2x22 kW', 22_000],
  ['50 kW;22 kW', 50_000],
  ['43 kVA', 43_000],
  ['yes', undefined],
  ['', undefined],
  ['0 kW', undefined],
  ['99999999 kW', undefined],
  [undefined, undefined],
])('reads the power %s as %s W', (value, watts) => {
  expect(parseWatts(value)).toBe(watts)
})
