import { describe, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, drawStreet, kilometerSeconds, SHORT_PATH } from '../../testing/shapes.ts'

const KMH = 50 * 0.8

const withBarrier = (tags: Tags) => drawShortcut({}, { nodes: { M: tags } })

describe('barriers that block', () => {
  test.each<[Tags]>([
    [{ barrier: 'bollard' }],
    [{ barrier: 'bollard', bollard: 'removable' }],
    [{ barrier: 'bollard', bicycle: 'yes', foot: 'yes' }],
    [{ barrier: 'block' }],
    [{ barrier: 'wall' }],
    [{ barrier: 'chain' }],
    [{ barrier: 'cycle_barrier' }],
    [{ barrier: 'kerb', kerb: 'raised' }],
    [{ barrier: 'never_heard_of' }],
    [{ barrier: 'gate', access: 'no' }],
    [{ barrier: 'gate', motor_vehicle: 'no' }],
    [{ barrier: 'lift_gate', access: 'yes', motorcar: 'no' }],
    [{ access: 'no' }],
    [{ motor_vehicle: 'no' }],
  ])('%j', async (tags) => {
    const map = await withBarrier(tags)
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expectRoute(map, 'D', 'A').follows('DCFEBA')
    expectRoute(map, 'BM', 'MC').follows('BEFC')
  })

  test('block every path through a junction', async () => {
    const map = await drawMap(
      {},
      `
            N
            |
        W---X---E
            |
            S
      `,
      { WXE: { highway: 'primary' }, NXS: { highway: 'primary' } },
      { nodes: { X: { barrier: 'bollard' } } },
    )
    expectRoute(map, 'W', 'E').fails()
    expectRoute(map, 'W', 'N').fails()
    expectRoute(map, 'S', 'N').fails()
  })
})

describe('barriers that let vehicles pass', () => {
  test.each<[Tags]>([
    [{ barrier: 'cattle_grid' }],
    [{ barrier: 'border_control' }],
    [{ barrier: 'toll_booth' }],
    [{ barrier: 'toll_booth', opening_hours: 'Mo-Fr 06:00-22:00' }],
    [{ barrier: 'entrance' }],
    [{ barrier: 'kerb', kerb: 'lowered' }],
    [{ barrier: 'no' }],
    [{ barrier: 'bollard', motor_vehicle: 'yes' }],
    [{ barrier: 'block', access: 'permissive' }],
    [{ barrier: 'gate', access: 'yes' }],
  ])('%j costs no time', async (barrier) => {
    const map = await drawStreet({ maxspeed: '50' }, { nodes: { M: barrier } })
    expectRoute(map, 'A', 'B', { depart: '2026-06-14T03:00' }).follows('AMB').takesSeconds(kilometerSeconds(KMH))
  })

  test.each([
    ['gate', 30],
    ['swing_gate', 30],
    ['sliding_gate', 30],
    ['lift_gate', 15],
  ])('a %s costs %i s in both directions', async (barrier, seconds) => {
    const map = await drawStreet({ maxspeed: '50' }, { nodes: { M: { barrier } } })
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(KMH) + seconds)
    expectRoute(map, 'B', 'A').takesSeconds(kilometerSeconds(KMH) + seconds)
  })

  test('charge a rising bollard like a lift gate', async () => {
    const map = await drawStreet({ maxspeed: '50' }, { nodes: { M: { barrier: 'bollard', bollard: 'rising' } } })
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(KMH) + 15)
  })

  test('charge a gate between two ways once', async () => {
    const road = { highway: 'primary', maxspeed: '50' }
    const map = await drawMap(
      { cellMeters: 125 },
      'A---M---B',
      { AM: road, MB: road },
      { nodes: { M: { barrier: 'gate' } } },
    )
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(KMH) + 30)
    expectRoute(map, 'B', 'A').takesSeconds(kilometerSeconds(KMH) + 30)
  })

  test('charge a gate at a junction on every path through it', async () => {
    const road = { highway: 'primary', maxspeed: '50' }
    const map = await drawMap(
      { cellMeters: 125 },
      `
        A---M---B
            |
            C
      `,
      { AM: road, MB: road, MC: road },
      { nodes: { M: { barrier: 'gate' } } },
    )
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(KMH) + 30)
  })

  test('are bypassed when a gate is slower', async () => {
    expectRoute(await withBarrier({ barrier: 'gate' }), 'A', 'D').follows(DETOUR_PATH)
    expectRoute(await withBarrier({ barrier: 'lift_gate' }), 'A', 'D').follows(SHORT_PATH)
  })

  test('are bypassed when a slow gate stands between two ways', async () => {
    const drawing = `
      A--B--M--C--D
         |     |
         E-----F
    `
    const road = { highway: 'primary' }
    const ways = { AB: road, BM: road, MC: road, CD: road, BEFC: road }
    const map = await drawMap({}, drawing, ways, { nodes: { M: { barrier: 'gate' } } })
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
  })
})

describe('barriers with destination access', () => {
  test.each<[Tags]>([
    [{ barrier: 'gate', access: 'private' }],
    [{ barrier: 'lift_gate', motor_vehicle: 'customers' }],
    [{ barrier: 'bollard', access: 'destination' }],
  ])('%j: through traffic goes around', async (barrier) => {
    const map = await withBarrier(barrier)
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expectRoute(map.closeRoad('EF'), 'A', 'D').follows(SHORT_PATH)
  })

  test('let vehicles through a private gate into the yard behind it', async () => {
    const map = await drawStreet({}, { nodes: { M: { barrier: 'gate', access: 'private' } } })
    expectRoute(map, 'A', 'B').follows('AMB')
    expectRoute(map, 'B', 'A').follows('BMA')
  })
})

describe('barriers with hours', () => {
  test('let vehicles through a gate within its opening hours only', async () => {
    const map = await withBarrier({ barrier: 'lift_gate', opening_hours: 'Mo-Fr 07:00-19:00' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T12:00' }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T20:00' }).follows(DETOUR_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-14T12:00' }).follows(DETOUR_PATH)
  })

  test('let vehicles pass while a bollard is lowered', async () => {
    const map = await withBarrier({ barrier: 'bollard', 'motor_vehicle:conditional': 'yes @ (06:00-10:00)' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T08:00' }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T11:00' }).follows(DETOUR_PATH)
  })

  test('let vehicles pass by day through a gate that is closed at night', async () => {
    const map = await withBarrier({ barrier: 'lift_gate', 'access:conditional': 'no @ (22:00-06:00)' })
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T12:00' }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { depart: '2026-06-16T23:00' }).follows(DETOUR_PATH)
  })
})
