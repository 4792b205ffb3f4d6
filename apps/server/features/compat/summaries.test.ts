import { expect, test } from 'vitest'
import { summariesOf } from './summaries.ts'

const route = (roads: Readonly<Record<string, number>>) =>
  Object.entries(roads).map(([name, distance_m]) => ({ name, distance_m }))

test('a route is called after the road of most of its way, and a second one that is nearly as long', () => {
  expect(summariesOf([route({ Italia: 1000, Rivera: 400 })], 'en')).toEqual(['Italia'])
  expect(summariesOf([route({ Italia: 1000, Rivera: 600 })], 'en')).toEqual(['Italia and Rivera'])
  expect(summariesOf([route({ Italia: 1000, Rivera: 600 })], 'es')).toEqual(['Italia y Rivera'])
  expect(summariesOf([route({ '': 50 })], 'en')).toEqual([''])
})

test('routes that would be called alike are told apart by what only they have', () => {
  const routes = [
    route({ Italia: 1000, Colonia: 300 }),
    route({ Italia: 900, Miguelete: 200, Mercedes: 300 }),
    route({ Rivera: 1000, Italia: 600, Canelones: 300 }),
    route({ Rivera: 900, Italia: 700 }),
  ]
  expect(summariesOf(routes, 'en')).toEqual([
    'Italia and Colonia',
    'Italia and Mercedes',
    'Rivera and Canelones',
    'Rivera and Italia',
  ])
})
