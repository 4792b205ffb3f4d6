import { describe, expect, test } from 'vitest'
import { britain, getForward, getRoad, type TagTable } from './testing.ts'

describe('lane count', () => {
  test.each<[TagTable, number]>([
    [{ lanes: '2' }, 2],
    [{ 'lanes:forward': '2', 'lanes:backward': '1' }, 3],
    [{ lanes: '2.5' }, 0],
    [{ lanes: '-3' }, 0],
    [{ lanes: '0' }, 0],
    [{ lanes: 'two' }, 0],
    [{ lanes: '2;3' }, 0],
    [{ lanes: '5000' }, 0],
    [{}, 0],
  ])('%o', (tags, lanes) => {
    expect(getRoad(tags).lanes).toBe(lanes)
  })
})

describe('turn lanes for cars', () => {
  test.each<[TagTable, string]>([
    [{ 'turn:lanes': 'left|through;right' }, 'left|through;right'],
    [{ 'turn:lanes:forward': 'left|' }, 'left|'],
    [{ 'turn:lanes:forward': 'through|through|right', 'vehicle:lanes:forward': 'yes|no|yes' }, 'through|right'],
    [{ 'turn:lanes': 'left|through|through', 'motor_vehicle:lanes': '||no' }, 'left|through'],
    [{ 'turn:lanes': 'left|through', 'vehicle:lanes': 'yes' }, 'left|through'],
    [{ 'turn:lanes:forward': 'through|right|', 'lanes:psv:forward': '1' }, 'through|right'],
    [{ 'turn:lanes:forward': 'through|right|', 'lanes:bus': '1' }, 'through|right'],
    [{ 'turn:lanes:forward': 'through|right', 'lanes:psv:forward': '1' }, 'through|right'],
    [{ 'turn:lanes:forward': 'through|right|', 'lanes:psv:forward': 'foo' }, 'through|right|'],
    [{ 'turn:lanes': 'x'.repeat(10_000) }, ''],
    [{}, ''],
  ])('%o', (tags, arrows) => {
    expect(getForward(tags).turnLanes).toBe(arrows)
  })

  test('have the bus lane on the left in left-hand traffic', () => {
    expect(getForward({ 'turn:lanes:forward': '|left|through', 'lanes:psv:forward': '1' }, britain).turnLanes).toBe(
      'left|through',
    )
  })

  test('are separate per direction', () => {
    const road = getRoad({ 'turn:lanes:forward': 'left|right', 'turn:lanes:backward': 'through' })
    expect([road.forward?.turnLanes, road.backward?.turnLanes]).toEqual(['left|right', 'through'])
  })
})
