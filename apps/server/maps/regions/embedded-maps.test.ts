import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { EmbeddedMaps, OfferedMaps } from './embedded-maps.ts'

test('remembers in the data folder which embedded maps were compiled, and survives a damaged file', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'offered-'))
  try {
    expect(new OfferedMaps(dataDir).has('monaco')).toBe(false)
    new OfferedMaps(dataDir).add(['monaco'])
    new OfferedMaps(dataDir).add(['montevideo', 'monaco'])
    expect(['monaco', 'montevideo', 'porto'].map((region) => new OfferedMaps(dataDir).has(region))).toEqual([
      true,
      true,
      false,
    ])
    writeFileSync(join(dataDir, 'datasets', '.embedded.json'), '{')
    expect(new OfferedMaps(dataDir).has('monaco')).toBe(false)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('does not remember a map whose compilation was stopped before it began', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'offered-'))
  try {
    const maps = new EmbeddedMaps({ dataDir, log: pino({ level: 'silent' }) })
    maps.add([{ region: 'montevideo', title: 'Montevideo', extract: '/no-such-extract' }])
    maps.compilePending()
    maps.stop()
    await vi.waitFor(() => expect(maps.pendingRegions).toEqual([]), { timeout: 60_000 })
    expect(new OfferedMaps(dataDir).has('montevideo')).toBe(false)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
