import { expect, test } from 'vitest'
import { Direction, deflectionBetween, mirrorDirection, toDirection } from './angles.ts'
import {
  decodeDirection,
  decodeTurnKind,
  encodeManeuver,
  entersRoundabout,
  isRoundaboutKind,
  leavesRoundabout,
  passesExit,
  TurnKind,
  TurnTrait,
} from './maneuver-code.ts'

test('round-trips a code', () => {
  for (const kind of Object.values(TurnKind)) {
    for (const direction of Object.values(Direction)) {
      const code = encodeManeuver(kind, direction, TurnTrait.onlyChoice | TurnTrait.intoMedian)
      expect([decodeTurnKind(code), decodeDirection(code)]).toEqual([kind, direction])
      expect(code & TurnTrait.onlyChoice).not.toBe(0)
      expect(code & TurnTrait.noCrossing).toBe(0)
      expect(code).toBeLessThan(1 << 16)
    }
  }
})

test('distinguishes entering, leaving and touching a circle, and passing its exits', () => {
  const names = Object.entries(TurnKind)
  const list = (is: (kind: TurnKind) => boolean) => names.filter(([, kind]) => is(kind)).map(([name]) => name)
  expect(list(entersRoundabout)).toEqual(names.map(([name]) => name).filter((name) => /^(enter|touch)/.test(name)))
  expect(list(leavesRoundabout)).toEqual(names.map(([name]) => name).filter((name) => /^(exit|touch)/.test(name)))
  expect(list(passesExit)).toEqual(names.map(([name]) => name).filter((name) => /AtExit$|^passExit/.test(name)))
  expect(list(isRoundaboutKind)).toEqual(
    names.map(([name]) => name).filter((name) => /^(enter|touch|exit|pass)/.test(name)),
  )
})

test.each([
  [0, Direction.straight],
  [20, Direction.straight],
  [21, Direction.slightRight],
  [-40, Direction.slightLeft],
  [90, Direction.right],
  [-121, Direction.sharpLeft],
  [180, Direction.uturn],
])('%i degrees', (deflection, direction) => {
  expect(toDirection(deflection)).toBe(direction)
  expect(toDirection(-deflection)).toBe(mirrorDirection(direction))
})

test('measures turn angles across north', () => {
  expect(deflectionBetween(350, 10)).toBe(20)
  expect(deflectionBetween(10, 350)).toBe(-20)
  expect(deflectionBetween(0, 180)).toBe(180)
})
