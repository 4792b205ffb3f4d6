import { expect, test } from 'vitest'
import { CorrectedClock, createSharedClock } from '../../platform/clock.ts'
import { createClockWatch } from './clock-watch.ts'

const NOON = Date.parse('2026-11-15T12:00:00Z')

function watched() {
  const lines: string[] = []
  const note = (_: object, text: string) => void lines.push(text)
  const share = createSharedClock()
  const clock = new CorrectedClock(share)
  let machineMs = NOON
  const look = createClockWatch({
    clock,
    readStoreClockMs: async () => NOON,
    readMachineClockMs: () => machineMs,
    log: { warn: note, info: note },
  })
  const lookAt = async (ms: number) => {
    machineMs = ms
    await look()
    return [Math.round(clock.aheadMs / 100) / 10, Math.round(clock.correctionMs / 100) / 10]
  }
  return { lookAt, lines, clock, share }
}

test.each([
  ['a day ahead', 86_400_000],
  ['an hour behind', -3_600_000],
  ['two and a half seconds ahead', 2500],
])(
  'corrects a clock that is %s, and logs once when it is wrong and once when it is right again',
  async (_title, wrongMs) => {
    const { lookAt, lines, clock, share } = watched()
    expect(await lookAt(NOON)).toEqual([0, 0])
    expect(clock.health()).toBe('ok')
    expect(await lookAt(NOON + wrongMs)).toEqual([wrongMs / 1000, wrongMs / 1000])
    await lookAt(NOON + wrongMs)
    expect(lines).toEqual([
      expect.stringMatching(/^the clock of this machine is [\d.]+ s (ahead of|behind) the database clock:/),
    ])
    expect(clock.health()).toMatch(/^[\d.]+ s (ahead of|behind) the database clock, corrected$/)
    // The correction also applies in other threads.
    const elsewhere = new CorrectedClock(share)
    expect(Math.abs(elsewhere.now() - (Date.now() - wrongMs))).toBeLessThan(1000)
    expect(await lookAt(NOON)).toEqual([0, 0])
    expect(lines[1]).toBe('the clock of this machine is correct again')
  },
)

test('measures small clock differences without correcting them', async () => {
  const { lookAt, lines, clock } = watched()
  expect(await lookAt(NOON + 1900)).toEqual([1.9, 0])
  expect(await lookAt(NOON - 1900)).toEqual([-1.9, 0])
  expect([lines, clock.health()]).toEqual([[], 'ok'])
})
