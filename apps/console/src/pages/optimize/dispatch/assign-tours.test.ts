import type { RegisterAssetReply } from '@fairway/client'
import { expect, test } from 'vitest'
import { assignTours, listVehicles } from './assign-tours.ts'

const toAsset = (id: string, name: string, rest: object = {}) =>
  ({ id, name, kind: 'vehicle', ...rest }) as RegisterAssetReply
const van10 = toAsset('as_10', 'Van 10')
const van2 = toAsset('as_2', 'Van 2')

test('offers vehicles by name, without drones and the simulated van', () => {
  const assets = [
    van10,
    toAsset('as_3', 'Drone', { kind: 'drone' }),
    toAsset('as_4', 'Demo van', { reference: 'console-simulator' }),
    van2,
  ]
  expect(listVehicles(assets)).toEqual([van2, van10])
})

test('assigns the next free vehicle to each tour, and registers missing ones under unused names', () => {
  expect(assignTours([0, 1, 2, 3], [van2, van10], new Map())).toEqual([
    { vehicle: 0, asset: 'as_2', name: 'Van 2' },
    { vehicle: 1, asset: 'as_10', name: 'Van 10' },
    { vehicle: 2, asset: undefined, name: 'Van 3' },
    { vehicle: 3, asset: undefined, name: 'Van 4' },
  ])
  expect(assignTours([1], [van2], new Map([[1, '']]))).toEqual([{ vehicle: 1, asset: undefined, name: 'Van 3' }])
})

test('keeps the choice of the user, and assigns that vehicle to no other tour', () => {
  expect(assignTours([0, 1], [van2, van10], new Map([[1, 'as_2']]))).toEqual([
    { vehicle: 0, asset: 'as_10', name: 'Van 10' },
    { vehicle: 1, asset: 'as_2', name: 'Van 2' },
  ])
})
