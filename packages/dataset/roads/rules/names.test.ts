import { describe, expect, test } from 'vitest'
import { getRoad, type TagTable } from './testing.ts'

describe('names', () => {
  test('name, number, pronunciation and exit numbers', () => {
    const tags = { name: 'Houston St', ref: 'A1;E 30', 'name:pronunciation': 'how-stun', 'junction:ref': '12a;12b' }
    expect(getRoad(tags)).toMatchObject({
      name: 'Houston St',
      ref: 'A1; E 30',
      pronunciation: 'how-stun',
      exits: '12a; 12b',
      rotaryName: '',
    })
  })

  test('a circle is called by its name', () => {
    expect(getRoad({ junction: 'roundabout', name: 'Rotunda da Boavista' }).rotaryName).toBe('Rotunda da Boavista')
    expect(getRoad({ junction: 'circular', name: 'Étoile' }).rotaryName).toBe('Étoile')
  })

  test('a road without a name has empty texts', () => {
    expect(getRoad({ 'street:name': 'Elsewhere' })).toMatchObject({ name: '', ref: '', exits: '' })
  })
})

describe('what signs above the road say', () => {
  test.each<[TagTable, string]>([
    [{ destination: 'Berlin' }, 'Berlin'],
    [{ destination: 'Berlin', 'destination:ref': 'A1' }, 'A1: Berlin'],
    [{ destination: 'Berlin;Hamburg', 'destination:ref': 'A1;A2' }, 'A1, A2: Berlin, Hamburg'],
    [{ 'destination:ref': 'A1; A2' }, 'A1, A2'],
    [{ 'destination:street': 'St Street' }, 'St Street'],
    [{ destination: 'Berlin', 'destination:street': 'St Street' }, 'Berlin'],
    [{ destination: 'Berlin', 'destination:forward': 'Bonn', 'destination:backward': 'Hamburg' }, 'Bonn'],
    [{ 'destination:ref:forward': 'A3', 'destination:forward': 'Bonn' }, 'A3: Bonn'],
    [{}, ''],
  ])('%o reads %s', (tags, text) => {
    expect(getRoad({ oneway: 'yes', ...tags }).forward?.destinations).toBe(text)
  })

  test('against the way its own sign counts', () => {
    const tags = { oneway: '-1', destination: 'Berlin', 'destination:backward': 'Hamburg' }
    expect(getRoad(tags).backward?.destinations).toBe('Hamburg')
  })

  test('on a two-way road only signs that name their direction', () => {
    const road = getRoad({ destination: 'Berlin', 'destination:ref': 'A1', 'destination:backward': 'Hamburg' })
    expect([road.forward?.destinations, road.backward?.destinations]).toEqual(['', 'Hamburg'])
  })
})
