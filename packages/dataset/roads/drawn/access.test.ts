import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

describe('roads closed to cars', () => {
  test.each(['no', 'agricultural', 'forestry', 'emergency', 'psv', 'bus', 'military'])(
    'access=%s: allow no through traffic, and no trip begins or ends there',
    async (access) => {
      const map = await drawShortcut({ access })
      expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
      expectRoute(map, 'A', 'M').fails()
      expectRoute(map, 'M', 'A').fails()
    },
  )
})

describe('specific tags over general tags', () => {
  test.each<[Tags, string]>([
    [{ access: 'no', vehicle: 'yes' }, SHORT_PATH],
    [{ access: 'yes', vehicle: 'no' }, DETOUR_PATH],
    [{ vehicle: 'no', motor_vehicle: 'yes' }, SHORT_PATH],
    [{ vehicle: 'yes', motor_vehicle: 'no' }, DETOUR_PATH],
    [{ motor_vehicle: 'no', motorcar: 'yes' }, SHORT_PATH],
    [{ motor_vehicle: 'yes', motorcar: 'no' }, DETOUR_PATH],
    [{ access: 'no', motorcar: 'yes' }, SHORT_PATH],
    [{ access: 'destination', motor_vehicle: 'permissive' }, SHORT_PATH],
    [{ access: 'yes', foot: 'no', bicycle: 'no', hgv: 'no', motorcycle: 'no' }, SHORT_PATH],
  ])('%j', async (tags, path) => {
    expectRoute(await drawShortcut(tags), 'A', 'D').follows(path)
  })

  test('applies a directional tag to its direction only', async () => {
    const map = await drawShortcut({ motor_vehicle: 'yes', 'motor_vehicle:backward': 'no' })
    expectRoute(map, 'A', 'D').follows('ABMCD')
    expectRoute(map, 'D', 'A').follows('DCFEBA')
  })
})

describe('destination access', () => {
  const values = ['private', 'destination', 'delivery', 'customers', 'permit', 'residents']

  test.each(values)('access=%s: through traffic avoids it', async (access) => {
    expectRoute(await drawShortcut({ access }), 'A', 'D').follows(DETOUR_PATH)
  })

  test.each(values)('access=%s: a trip may begin and end there', async (access) => {
    const map = await drawShortcut({ access })
    expectRoute(map, 'A', 'M').follows('ABM')
    expectRoute(map, 'M', 'D').follows('MCD')
  })

  test('allows through traffic where there is no alternative', async () => {
    const map = await drawShortcut({ access: 'destination' })
    expectRoute(map.closeRoad('EF'), 'A', 'D').follows(SHORT_PATH)
  })

  test('prefers a detour of half an hour to through traffic', async () => {
    const map = await drawShortcut({ motor_vehicle: 'destination' }, {}, { cellMeters: 8000 })
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expect(expectRoute(map, 'A', 'D').seconds).toBeGreaterThan(
      expectRoute(map.closeRoad('EF'), 'A', 'D').seconds + 1700,
    )
  })

  test('uses the streets of the area between two positions within it', async () => {
    const map = await drawMap(
      {},
      `
        A---B---C---D
            |   |
            E---F
      `,
      {
        AB: { highway: 'primary' },
        BC: { highway: 'primary' },
        CD: { highway: 'primary' },
        BE: { highway: 'residential', access: 'destination' },
        EF: { highway: 'living_street', access: 'destination' },
        FC: { highway: 'residential', access: 'destination' },
      },
    )
    expectRoute(map, 'BE', 'CF').follows('EF')
  })

  test('uses carpool-only roads at the start and end of a trip', async () => {
    const map = await drawShortcut({ hov: 'designated' })
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expectRoute(map, 'A', 'M').follows('ABM')
  })

  test('allows passing a private driveway to reach what lies behind it, but no trip ends on it', async () => {
    const map = await drawMap({}, 'A---B---C---D', {
      AB: { highway: 'residential' },
      BC: { highway: 'service', access: 'private' },
      CD: { highway: 'residential' },
    })
    expectRoute(map, 'A', 'D').follows('ABCD')
    expectRoute(map, 'A', 'BC').fails()
  })
})

describe('non-road ways, which need explicit access', () => {
  test.each<[Tags, string]>([
    [{ highway: 'track' }, DETOUR_PATH],
    [{ highway: 'track', motor_vehicle: 'yes', maxspeed: '50' }, SHORT_PATH],
    [{ highway: 'track', motor_vehicle: 'destination' }, DETOUR_PATH],
    [{ highway: 'footway' }, DETOUR_PATH],
    [{ highway: 'pedestrian', motorcar: 'yes', maxspeed: '50' }, SHORT_PATH],
    [{ highway: 'cycleway', vehicle: 'permissive', maxspeed: '50' }, SHORT_PATH],
    [{ highway: 'cycleway', access: 'permissive', maxspeed: '50' }, DETOUR_PATH],
    [{ highway: 'steps', motorcar: 'yes', maxspeed: '50' }, DETOUR_PATH],
  ])('%j', async (tags, path) => {
    expectRoute(await drawShortcut(tags), 'A', 'D').follows(path)
  })
})

describe('roads out of use, regardless of access tags', () => {
  test.each<[Tags]>([
    [{ highway: 'construction', construction: 'primary' }],
    [{ highway: 'proposed', proposed: 'primary' }],
    [{ highway: 'planned' }],
    [{ highway: 'abandoned' }],
    [{ construction: 'yes' }],
    [{ construction: 'primary', opening_date: '2020-01-01' }],
    [{ impassable: 'yes' }],
    [{ status: 'impassable' }],
    [{ area: 'yes' }],
    [{ highway: 'service', service: 'emergency_access' }],
  ])('%j', async (tags) => {
    const map = await drawShortcut({ motor_vehicle: 'yes', ...tags })
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expectRoute(map, 'A', 'M').fails()
  })

  test.each(['no', 'minor', 'widening'])('construction=%s does not close the road', async (construction) => {
    expectRoute(await drawShortcut({ construction }), 'A', 'D').follows(SHORT_PATH)
  })
})
