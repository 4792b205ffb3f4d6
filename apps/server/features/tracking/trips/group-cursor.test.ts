import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { formatGroupCursor, type GroupCursor, MAX_GROUP_CURSOR_LENGTH, parseGroupCursor } from './group-cursor.ts'

const SEED = 31

function drawCursor(random: () => number, group: string | null): GroupCursor {
  const number = () => 1e7 * random()
  const maybe = () => (random() < 0.5 ? null : number())
  return {
    afterNumber: Math.floor(number()),
    partial: {
      group,
      assets: Math.floor(1000 * random()),
      timeZone: [undefined, null, 'America/Argentina/ComodRivadavia'][Math.floor(3 * random())],
      sums: {
        distanceM: number(),
        trips: Math.floor(number()),
        stops: Math.floor(number()),
        drivingS: number(),
        idleS: number(),
        stoppedS: number(),
        unseenS: number(),
        maxSpeedMs: number(),
        harshBraking: maybe(),
        harshAcceleration: maybe(),
        speeding: maybe(),
        speedingS: maybe(),
        firstDepartMs: maybe(),
        lastArriveMs: maybe(),
      },
    },
  }
}

test(`returns the same totals to the last digit, seed ${SEED}`, () => {
  const random = seededRandom(SEED)
  for (const group of [null, '', 'North', '🚚'.repeat(100), '"'.repeat(100)]) {
    for (let i = 0; i < 50; i++) {
      const cursor = drawCursor(random, group)
      const text = formatGroupCursor(cursor, 'group')
      expect(text.length, `seed ${SEED}`).toBeLessThanOrEqual(MAX_GROUP_CURSOR_LENGTH)
      expect(parseGroupCursor(text, 'group'), `seed ${SEED}`).toEqual(cursor)
    }
  }
})

test('rejects text that is not a cursor', () => {
  const encode = (value: unknown) => `g${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  const values = JSON.parse(
    Buffer.from(formatGroupCursor(drawCursor(seededRandom(SEED), 'North'), 'group').slice(1), 'base64url').toString(),
  ) as unknown[]
  expect(parseGroupCursor(encode(values), 'group')).toBeDefined()
  const withValue = (index: number, value: unknown) => encode(values.with(index, value))
  const texts = [
    ...['', 'g', 'n1', 'g!', encode({}), encode(null), encode([]), encode(values.slice(1)), encode([...values, 1])],
    ...[withValue(0, 2 ** 31), withValue(1, 'a\0b')],
    ...[withValue(0, -1), withValue(0, 'x'), withValue(1, 5), withValue(2, 0.5), withValue(3, 7)],
    ...[withValue(4, null), withValue(4, 'x'), withValue(16, 'x'), withValue(17, 1e16), withValue(17, [])],
  ]
  expect(parseGroupCursor(withValue(0, 2 ** 31 - 1), 'group')).toBeDefined()
  for (const text of texts) expect(parseGroupCursor(text, 'group'), text).toBeUndefined()
})

test('rejects the cursor of a report with another grouping', () => {
  const cursor = drawCursor(seededRandom(SEED), null)
  for (const [by, other] of [
    ['group', 'account'],
    ['account', 'group'],
  ] as const) {
    expect(parseGroupCursor(formatGroupCursor(cursor, by), by)).toEqual(cursor)
    expect(parseGroupCursor(formatGroupCursor(cursor, by), other)).toBeUndefined()
  }
})
