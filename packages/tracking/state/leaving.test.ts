import { describe, expect, test } from 'vitest'
import { type Drawn, drawPlan, drive, START_MS } from '../testing/drawn.ts'
import { expectMonotone, last, replay, statesOf } from '../testing/replay.ts'

describe('leaving and rejoining the route', () => {
  const line: Drawn[] = [
    [0, 0],
    [1000, 0],
    [1000, 1000],
  ]

  test('straight on where the route turns: drifting, then off route, since the time of leaving', () => {
    const views = replay(
      drawPlan(line),
      drive([
        [0, 0],
        [1600, 0],
      ]),
    )
    expect(statesOf(views)).toEqual(['on_route', 'drifting', 'off_route'])
    const first = views.findIndex(({ state }) => state === 'off_route')
    // 30 m beyond the corner, and three fixes.
    expect(first).toBeLessThanOrEqual(107)
    expect(views[first].offRouteSinceMs).toBeGreaterThanOrEqual(START_MS + 102_000)
    expect(last(views).progressPct).toBeCloseTo(50, 0)
    expect(last(views).driftM).toBeCloseTo(600, -1)
  })

  test('25 m next to the route is on it, 35 m is not', () => {
    const beside = (north: number): Drawn[] => [
      [0, 0],
      [100, north],
      [900, north],
    ]
    expect(statesOf(replay(drawPlan(line), drive(beside(-25))))).not.toContain('off_route')
    expect(statesOf(replay(drawPlan(line), drive(beside(-35))))).toContain('off_route')
    const vague = drive(beside(-35)).map((fix) => ({ ...fix, accuracyM: 13 }))
    expect(statesOf(replay(drawPlan(line), vague))).not.toContain('off_route')
  })

  test('one or two outliers change nothing', () => {
    const fixes = drive(line)
    for (const i of [40, 41, 80]) fixes[i] = { ...fixes[i], latitude: (fixes[i]?.latitude ?? 0) + 0.0006 }
    expect(statesOf(replay(drawPlan(line), fixes))).toEqual(['on_route', 'drifting'])
  })

  test('a shortcut rejoins the route farther along', () => {
    const views = replay(
      drawPlan(line),
      drive([
        [0, 0],
        [600, 0],
        [1000, 600],
        [1000, 1000],
      ]),
    )
    expect(statesOf(views)).toContain('off_route')
    expect(last(views).state).toBe('on_route')
    expect(last(views).progressPct).toBeGreaterThan(98)
  })

  test.each([15, 30])('a shortcut with a fix every %i s is not off route for longer than it takes', (everyS) => {
    const long: Drawn[] = [
      [0, 0],
      [3000, 0],
      [3000, 3000],
    ]
    const cut: Drawn[] = [
      [0, 0],
      [2000, 0],
      [3000, 1000],
      [3000, 3000],
    ]
    const views = replay(drawPlan(long), drive(cut, { everyS }))
    expect(statesOf(views)).toContain('off_route')
    // 341 s to the route, and two fixes.
    expect(views[Math.ceil(341 / everyS) + 2].state).toBe('on_route')
  })

  test('a U-turn against the route is off route, and turning again continues at the position', () => {
    const views = replay(
      drawPlan(line),
      drive([
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
      drawPlan(line),
      drive(
        [
          [0, 0],
          [500, 0],
          [480, 0],
          [700, 0],
        ],
        { speedMs: 2 },
      ),
    )
    expect(statesOf(views)).toEqual(['on_route'])
    expectMonotone(views)
  })

  test('from the yard to the route is idle, elsewhere is off route', () => {
    const plan = drawPlan(line)
    const to = replay(
      plan,
      drive([
        [0, -100],
        [0, 0],
        [300, 0],
      ]),
    )
    expect(statesOf(to)).not.toContain('off_route')
    expect(to[0].state).toBe('idle')
    expect(last(to).state).toBe('on_route')
    expect(
      last(
        replay(
          plan,
          drive([
            [0, -100],
            [0, -600],
          ]),
        ),
      ).state,
    ).toBe('off_route')
  })
})
