import type { Position } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import { describe, expect, test } from 'vitest'
import { foldNames, Gazetteer } from './gazetteer.ts'
import { locatePort } from './place-ports.ts'
import { parsePositions } from './port-positions.ts'
import { toTableNames } from './port-table.ts'

let ids = 0
function town(names: string, at: Position, population = 5000, countryCode = 'CD'): GeoNamesPlace {
  ids++
  const [latitude, longitude] = at
  const regionCode = `${countryCode}.01`
  return {
    id: ids,
    names: names.split('|'),
    latitude,
    longitude,
    featureCode: 'PPL',
    countryCode,
    regionCode,
    population,
  }
}

/**
 * Locates a port from the position in the table, the towns, and the distance to water in kilometers by position
 * (default 1).
 */
function locate(given: Position | undefined, towns: GeoNamesPlace[], water: [Position, number][] = [], name = 'Boma') {
  const port = { name, alias: [], ...(given && { coordinates: [given[1], given[0]] }) }
  const waterKm = ([lat, lon]: Position) => water.find(([at]) => at[0] === lat && at[1] === lon)?.[1] ?? 1
  return locatePort('CDBOA', port, new Gazetteer(towns), waterKm)
}

const boma: Position = [-5.85, 13.05]

describe('port position in the table', () => {
  test('is kept if it is near its town, but a town nearer to the water is preferred', () => {
    const docks: Position = [-5.75, 13.1]
    expect(locate(docks, [town('Boma', boma)])?.position).toEqual(docks)
    expect(locate(docks, [town('Boma', boma)], [[docks, 5.9]])?.position).toEqual(docks)
    expect(locate(docks, [town('Boma', boma)], [[docks, 6]])?.position).toEqual(boma)
  })

  test('may have swapped coordinates or a wrong sign', () => {
    expect(locate([13.02, -5.83], [town('Boma', boma)])?.position).toEqual([-5.83, 13.02])
    expect(locate([5.83, 13.02], [town('Boma', boma)])?.position).toEqual([-5.83, 13.02])
    expect(locate([-5.83, -13.02], [town('Boma', boma)])?.position).toEqual([-5.83, 13.02])
    // The position is not near a town with this name, but it is in the right country.
    expect(locate([13.02, -5.83], [town('Banana', boma)], [[[13.02, -5.83], 99]])?.position).toEqual([-5.83, 13.02])
  })

  test('may be off from the town by up to 100 km', () => {
    const off: Position = [-5.85, 13.5]
    expect(locate(off, [town('Boma', boma)])?.position).toEqual(boma)
    expect(locate(off, [town('Boma', boma)], [[boma, 31]])?.position).toEqual(off)
    const farther: Position = [-5.85, 14.1]
    expect(locate(farther, [town('Boma', boma), town('Inga', farther)])?.position).toEqual(farther)
  })

  test('may be far away: it is kept near water, where the gazetteer may lack a village, and otherwise replaced', () => {
    const far: Position = [-5, 20]
    const towns = [town('Boma', boma), town('Kikwit', far)]
    expect(locate(far, towns, [[far, 10]])?.position).toEqual(far)
    expect(locate(far, towns, [[far, 10.1]])?.position).toEqual(boma)
    expect(locate(far, [town('Boma', boma, 5000, 'CG'), town('Kikwit', far)], [[far, 99]])?.position).toEqual(far)
  })

  test('is dropped if it is abroad and no town has the name; if it is missing, the position of the town is used', () => {
    expect(locate([43, -4], [town('Kikwit', [-5, 20])])).toBeUndefined()
    expect(locate(undefined, [town('Boma', boma)])?.position).toEqual(boma)
    expect(locate(undefined, [town('Boma', boma)], [[boma, 31]])).toBeUndefined()
  })

  test('belongs to the largest town commonly known by the name', () => {
    const towns = [town('Nowy|Boma', boma, 900_000), town('Boma', boma, 1000), town('Boma', [-5.9, 13], 2000)]
    expect(locate(boma, towns)?.town?.population).toBe(2000)
  })
})

test('splits table names with several parts', () => {
  const names = (name: string, ...alias: string[]) => toTableNames({ name, alias })
  expect(names('Mumbai (ex Bombay)').mainNames).toEqual(['mumbai', 'bombay'])
  expect(names('Hakata/Fukuoka').mainNames).toEqual(['hakata', 'fukuoka'])
  expect(names('Nagoya, Aichi').mainNames).toEqual(['nagoya'])
  expect(names('Puerto Quetzal').mainNames).toEqual(['puerto quetzal', 'quetzal'])
  expect(names('Los Angeles', 'Long Beach', 'Los Angeles')).toEqual({
    mainNames: ['los angeles'],
    otherNames: ['long beach'],
  })
})

test('uses the first settlement name as the common one, and drops airport codes', () => {
  const names = foldNames(town('Washington, D.C.|Washington D.C.|WAS|Вашингтон|津', boma))
  expect(names).toEqual({ mainNames: ['washington d c', 'washington'], otherNames: ['вашингтон', '津'] })
})

test('reads position corrections', () => {
  const table = '# a comment\twith\ttabs\nUSHOU\t29.68,-94.99\tthe bay\n\nXX'
  expect([...parsePositions(table)]).toEqual([['USHOU', { position: [29.68, -94.99], reason: 'the bay' }]])
})
