import { describe, expect, test } from 'vitest'
import { getRoad, type TagTable } from './testing.ts'

describe('names', () => {
  test('include name, number, pronunciation and exit numbers', () => {
    const tags = { name: 'Houston St', ref: 'A1;E 30', 'name:pronunciation': 'how-stun', 'junction:ref': '12a;12b' }
    expect(getRoad(tags)).toMatchObject({
      name: 'Houston St',
      ref: 'A1; E 30',
      pronunciation: 'how-stun',
      exits: '12a; 12b',
      rotaryName: '',
    })
  })

  test('of a roundabout use its own name', () => {
    expect(getRoad({ junction: 'roundabout', name: 'Rotunda da Boavista' }).rotaryName).toBe('Rotunda da Boavista')
    expect(getRoad({ junction: 'circular', name: 'Étoile' }).rotaryName).toBe('Étoile')
  })

  test('are empty strings for an unnamed road', () => {
    expect(getRoad({ 'street:name': 'Elsewhere' })).toMatchObject({ name: '', ref: '', exits: '' })
  })
})

describe('destination signs', () => {
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

  test('against the drawn direction use their own tag', () => {
    const tags = { oneway: '-1', destination: 'Berlin', 'destination:backward': 'Hamburg' }
    expect(getRoad(tags).backward?.destinations).toBe('Hamburg')
  })

  test('on a two-way road need a direction', () => {
    const road = getRoad({ destination: 'Berlin', 'destination:ref': 'A1', 'destination:backward': 'Hamburg' })
    expect([road.forward?.destinations, road.backward?.destinations]).toEqual(['', 'Hamburg'])
  })
})
