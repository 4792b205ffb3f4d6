import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { formatDuration, formatSize } from './amounts.ts'
import { createProgressDisplay } from './progress.ts'

afterEach(() => vi.useRealTimers())

/** Captures the output to a terminal or a log. */
function open(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 })
  let written = ''
  stream.setEncoding('utf8').on('data', (text) => {
    written += text
  })
  return { display: createProgressDisplay(stream), written: () => written }
}

test('shows a progress bar for each stage in a terminal, with percent, time left and memory', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] })
  const { display, written } = open(true)
  display.report({ stage: 'reading ways', fraction: 0 })
  vi.advanceTimersByTime(3000)
  display.report({ stage: 'reading ways', fraction: 0.25, note: '1.0 of 4.0 MB' })
  vi.advanceTimersByTime(500)
  display.report({ stage: 'building roads', fraction: 0.1 })
  display.end()
  const drawn = written()
  expect(drawn).toMatch(/reading ways {19}█{6}░{18} {2}25 % {2}\d+\.\d s left, [\d.,]+ [MG]B, 1\.0 of 4\.0 MB/)
  expect(drawn).toMatch(/reading ways {19}█{24} 100 % {2}3\.5 s, [\d.,]+ [MG]B/)
  expect(drawn).toMatch(/building roads {17}█{2}░{22} {2}10 %/)
  // Each stage is on a separate line.
  expect(drawn.match(/\n/g)).toHaveLength(2)
})

test('is drawn even when the compiler never yields', () => {
  const { display, written } = open(true)
  display.report({ stage: 'ordering', fraction: 0 })
  const end = performance.now() + 450
  while (performance.now() < end) display.report({ stage: 'ordering', fraction: 0.5 })
  expect(written()).toContain('50 %')
  display.end()
})

test('writes a log line when a stage is done, and occasionally while a stage takes long', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { display, written } = open(false)
  display.report({ stage: 'reading ways', fraction: 0.1 })
  vi.advanceTimersByTime(31_000)
  display.report({ stage: 'reading ways', fraction: 0.5 })
  display.report({ stage: 'reading ways', fraction: 0.6 })
  vi.advanceTimersByTime(1000)
  display.report({ stage: 'building roads', fraction: 0 })
  display.print('something happened')
  display.report({ stage: 'writing', fraction: 1 })
  display.end()
  expect(written().replaceAll(/[\d.,]+ [MG]B/g, 'M')).toBe(
    'reading ways: 50 %, 31.0 s left, M\nreading ways: 32.0 s, M\nsomething happened\nwriting: 0.0 s, M\n',
  )
})

test('does not show a failed stage as done', () => {
  const { display, written } = open(false)
  display.report({ stage: 'reading ways', fraction: 0.4 })
  display.end()
  expect(written()).toBe('')
})

test.each([
  [0, '0.0 kB'],
  [999_940, '999.9 kB'],
  [999_960, '1.0 MB'],
  [2_310_000_000, '2.3 GB'],
])('formats %i bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

test.each([
  [0.04, '0.0 s'],
  [99.9, '99.9 s'],
  [99.96, '1 min 40 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h 00 min'],
])('formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))
