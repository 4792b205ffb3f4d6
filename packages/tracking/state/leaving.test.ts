import { describe, expect, test } from 'vitest'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive } from '../testing/drawn.ts'
import { expectMonotoneProgress, lastView, listStates, replay } from '../testing/replay.ts'

describe('leaving and rejoining the route', () => {
  const line: LocalPoint[] = [
    [0, 0],
    [1000, 0],
    [1000, 1000],
  ]

  test('straight on where the route turns: drifting, then off route, since the time of leaving', () => {
    const views = replay(
      makeTestRoute(line),
      simulateDrive([
        [0, 0],
        [1600, 0],
      ]),
    )
    expect(listStates(views)).toEqual(['on_route', 'drifting', 'off_route'])
    const first = views.findIndex(({ state }) => state === 'off_route')
    // Detection requires 30 m beyond the corner and three fixes.
    expect(first).toBeLessThanOrEqual(107)
    expect(views[first].offRouteSinceMs).toBeGreaterThanOrEqual(START_MS + 102_000)
    expect(lastView(views).progressPct).toBeCloseTo(50, 0)
    expect(lastView(views).driftM).toBeCloseTo(600, -1)
  })

  test('25 m next to the route is on it, 35 m is not', () => {
    const parallelLine = (north: number): LocalPoint[] => [
      [0, 0],
      [100, north],
      [900, north],
    ]
    expect(listStates(replay(makeTestRoute(line), simulateDrive(parallelLine(-25))))).not.toContain('off_route')
    expect(listStates(replay(makeTestRoute(line), simulateDrive(parallelLine(-35))))).toContain('off_route')
    const vague = simulateDrive(parallelLine(-35)).map((fix) => ({ ...fix, accuracyM: 13 }))
    expect(listStates(replay(makeTestRoute(line), vague))).not.toContain('off_route')
  })

  test('one or two outliers change nothing', () => {
    const fixes = simulateDrive(line)
    for (const i of [40, 41, 80]) fixes[i] = { ...fixes[i], latitude: (fixes[i]?.latitude ?? 0) + 0.0006 }
    expect(listStates(replay(makeTestRoute(line), fixes))).toEqual(['on_route', 'drifting'])
  })

  test('a shortcut rejoins the route farther along', () => {
    const views = replay(
      makeTestRoute(line),
      simulateDrive([
        [0, 0],
        [600, 0],
        [1000, 600],
        [1000, 1000],
      ]),
    )
    expect(listStates(views)).toContain('off_route')
    expect(lastView(views).state).toBe('on_route')
    expect(lastView(views).progressPct).toBeGreaterThan(98)
  })

  test.each([15, 30])('a shortcut with a fix every %i s is not off route for longer than it takes', (everyS) => {
    const long: LocalPoint[] = [
      [0, 0],
      [3000, 0],
      [3000, 3000],
    ]
    const cut: LocalPoint[] = [
      [0, 0],
      [2000, 0],
      [3000, 1000],
      [3000, 3000],
    ]
    const views = replay(makeTestRoute(long), simulateDrive(cut, { intervalS: everyS }))
    expect(listStates(views)).toContain('off_route')
    // The asset needs 341 s to reach the route, and detection requires two more fixes.
    expect(views[Math.ceil(341 / everyS) + 2].state).toBe('on_route')
  })

  test('a U-turn against the route is off route, and turning again continues at the position', () => {
    const views = replay(
      makeTestRoute(line),
      simulateDrive([
        [0, 0],
        [800, 0],
        [400, 0],
        [1000, 0],
        [1000, 300],
      ]),
    )
    const turned = views.slice(80, 120)
    expect(turned.findIndex(({ state, wrongWay }) => state === 'off_route' && wrongWay)).toBeGreaterThan(0)
    expect(turned.findIndex(({ state }) => state === 'off_route')).toBeLessThanOrEqual(9)
    expect(views[119]).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(views[126]).toMatchObject({ state: 'on_route', wrongWay: false })
    expect(views[126].progressPct).toBeCloseTo(23, 0)
  })

  test('reversing a few meters is not a U-turn: progress stays', () => {
    const views = replay(
      makeTestRoute(line),
      simulateDrive(
        [
          [0, 0],
          [500, 0],
          [480, 0],
          [700, 0],
        ],
        { speedMs: 2 },
      ),
    )
    expect(listStates(views)).toEqual(['on_route'])
    expectMonotoneProgress(views)
  })

  test('from the yard to the route is idle, elsewhere is off route', () => {
    const route = makeTestRoute(line)
    const to = replay(
      route,
      simulateDrive([
        [0, -100],
        [0, 0],
        [300, 0],
      ]),
    )
    expect(listStates(to)).not.toContain('off_route')
    expect(to[0].state).toBe('idle')
    expect(lastView(to).state).toBe('on_route')
    expect(
      lastView(
        replay(
          route,
          simulateDrive([
            [0, -100],
            [0, -600],
          ]),
        ),
      ).state,
    ).toBe('off_route')
  })
})
