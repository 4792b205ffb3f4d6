import { RoadFlag } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { findRoad, getForward, getRoad, type TagTable } from '../testing.ts'

const motorway = (tags: TagTable) => getForward({ highway: 'motorway', ...tags }).speedKmh

describe('speed limited by surface', () => {
  test.each([
    [{ surface: 'asphalt' }, 90],
    [{ surface: 'compacted' }, 80],
    [{ surface: 'paving_stones' }, 60],
    [{ surface: 'sett' }, 40],
    [{ surface: 'gravel' }, 40],
    [{ surface: 'cobblestone' }, 30],
    [{ surface: 'sand' }, 20],
    [{ surface: 'laterite' }, 15],
    [{ surface: 'mud' }, 10],
    [{ surface: 'nonsense' }, 90],
    [{ tracktype: 'grade1' }, 60],
    [{ tracktype: 'grade3' }, 30],
    [{ tracktype: 'grade5' }, 20],
    [{ smoothness: 'excellent' }, 90],
    [{ smoothness: 'intermediate' }, 80],
    [{ smoothness: 'bad' }, 40],
    [{ smoothness: 'very_horrible' }, 5],
    [{ surface: 'mud', tracktype: 'grade1', smoothness: 'good' }, 10],
  ])('%o caps a motorway at %d km/h', (tags, kmh) => {
    expect(motorway(tags)).toBe(kmh)
  })

  test('is reduced by a bad surface, and never raised on a slow road', () => {
    expect(getForward({ highway: 'service', surface: 'compacted' }).speedKmh).toBe(15)
    expect(getForward({ maxspeed: '100', surface: 'gravel' }).speedKmh).toBe(40)
  })

  test('excludes a road with smoothness=impassable', () => {
    expect(findRoad({ smoothness: 'impassable' })).toBeUndefined()
  })
})

describe('unpaved flag', () => {
  test.each([
    [{ surface: 'gravel' }, true],
    [{ surface: 'asphalt', tracktype: 'grade3' }, false],
    [{ tracktype: 'grade3' }, true],
    [{ tracktype: 'grade1' }, false],
    [{}, false],
  ])('%o', (tags, unpaved) => {
    expect((getRoad(tags).flags & RoadFlag.unpaved) !== 0).toBe(unpaved)
  })
})
