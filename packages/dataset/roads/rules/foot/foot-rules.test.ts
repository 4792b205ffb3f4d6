import { describe, expect, test } from 'vitest'
import { canPass, describeWay } from '../paths/testing.ts'
import { type TagTable, unknownRegion } from '../testing.ts'
import { footRules } from './foot-rules.ts'

describe('ways for people on foot', () => {
  test.each([
    'primary',
    'secondary_link',
    'residential',
    'living_street',
    'service',
    'track',
    'path',
    'footway',
    'pedestrian',
    'steps',
  ])('highway=%s is walked in both directions', (highway) => {
    expect(describeWay(footRules, { highway })).toBe('walk')
  })

  test.each(['motorway', 'trunk_link', 'cycleway', 'bridleway', 'construction', 'proposed', 'runway'])(
    'highway=%s is closed without a tag',
    (highway) => {
      expect(describeWay(footRules, { highway })).toBe('closed')
    },
  )

  test.each<[TagTable, string]>([
    [{ highway: 'cycleway', foot: 'yes' }, 'walk'],
    [{ highway: 'trunk', sidewalk: 'both' }, 'walk'],
    [{ highway: 'corridor' }, 'closed'],
    [{ highway: 'corridor', access: 'yes' }, 'walk'],
    [{ highway: 'footway', indoor: 'yes' }, 'closed'],
    [{ highway: 'footway', indoor: 'yes', access: 'yes' }, 'walk'],
    [{ highway: 'footway', indoor: 'yes', foot: 'permissive' }, 'walk'],
    [{ highway: 'footway', indoor: 'yes', access: 'customers' }, '~walk'],
    [{ highway: 'footway', indoor: 'yes', access: 'private' }, 'closed'],
    [{ highway: 'footway', indoor: 'corridor' }, 'closed'],
    [{ highway: 'pedestrian', indoor: 'area' }, 'closed'],
    [{ highway: 'steps', indoor: 'yes', level: '0;1' }, 'closed'],
    [{ highway: 'footway', indoor: 'no' }, 'walk'],
    [{ highway: 'footway', indoor: '' }, 'walk'],
    [{ highway: 'footway', level: '1' }, 'walk'],
    [{ highway: 'construction', foot: 'yes' }, 'closed'],
    [{ highway: 'footway', foot: 'no' }, 'closed'],
    [{ highway: 'footway', access: 'no', foot: 'permissive' }, 'walk'],
    [{ highway: 'footway', access: 'private' }, 'closed'],
    [{ highway: 'footway', access: 'customers' }, '~walk'],
    [{ highway: 'residential', vehicle: 'no', motorcar: 'no' }, 'walk'],
    [{ highway: 'primary', motorroad: 'yes' }, 'closed'],
    [{ highway: 'primary', 'sidewalk:right': 'separate' }, 'closed'],
    [{ highway: 'primary', sidewalk: 'separate', foot: 'yes' }, 'walk'],
    [{ highway: 'primary', foot: 'use_sidepath' }, 'closed'],
    [{ railway: 'platform' }, 'walk'],
    [{ public_transport: 'platform' }, 'walk'],
    [{ man_made: 'pier' }, 'walk'],
    [{ amenity: 'parking' }, 'walk'],
    [{ railway: 'rail', access: 'yes' }, 'closed'],
    [{ route: 'ferry' }, 'ferry'],
    [{ route: 'ferry', foot: 'no' }, 'closed'],
    [{ highway: 'path', sac_scale: 'hiking' }, 'walk'],
    [{ highway: 'path', sac_scale: 'alpine_hiking' }, '~walk'],
  ])('%j: %s', (tags, expected) => {
    expect(describeWay(footRules, tags)).toBe(expected)
  })
})

describe('directions', () => {
  test.each<[TagTable, string]>([
    [{ highway: 'primary', oneway: 'yes' }, 'walk'],
    [{ highway: 'primary', junction: 'roundabout' }, 'walk'],
    [{ highway: 'footway', 'oneway:foot': 'yes' }, 'walk/closed'],
    [{ highway: 'footway', 'oneway:foot': '-1' }, 'closed/walk'],
    [{ highway: 'steps', conveying: 'forward' }, 'walk/closed'],
    [{ highway: 'steps', conveying: 'backward' }, 'closed/walk'],
    [{ highway: 'steps', conveying: 'forward', oneway: 'no' }, 'walk'],
    [{ highway: 'steps', conveying: 'reversible' }, 'walk'],
    [{ highway: 'residential', conveying: 'forward' }, 'walk'],
    [{ highway: 'footway', 'foot:backward': 'no' }, 'walk/closed'],
  ])('%j: %s', (tags, expected) => {
    expect(describeWay(footRules, tags)).toBe(expected)
  })
})

describe('barriers', () => {
  test.each<[TagTable, boolean]>([
    [{ barrier: 'bollard' }, true],
    [{ barrier: 'gate' }, true],
    [{ barrier: 'wall' }, false],
    [{ barrier: 'fence' }, false],
    [{ barrier: 'fence', sensory: 'audible' }, true],
    [{ barrier: 'wall', foot: 'yes' }, true],
    [{ barrier: 'gate', access: 'no' }, false],
    [{ barrier: 'gate', access: 'no', foot: 'yes' }, true],
    [{ highway: 'crossing', foot: 'no' }, false],
  ])('%j: %s', (tags, expected) => {
    expect(canPass(footRules, tags)).toBe(expected)
  })
})

test('names a sidewalk after its street', () => {
  const tags = { highway: 'footway', footway: 'sidewalk', 'is_sidepath:of:name': 'Rua Nova' }
  const nameOf = (table: TagTable) => footRules.readWay(new Map(Object.entries(table)), unknownRegion)?.name
  expect(nameOf(tags)).toBe('Rua Nova')
  expect(nameOf({ ...tags, name: 'Passeio' })).toBe('Passeio')
  expect(nameOf({ highway: 'footway', 'is_sidepath:of:name': 'Rua Nova' })).toBe('')
})

test('ignores turn restrictions', () => {
  expect(footRules.readRestriction(new Map([['restriction', 'no_left_turn']]))).toBeUndefined()
})
