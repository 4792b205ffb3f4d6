import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatasetStore } from '@fairway/dataset'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { drawMonaco } from '../../../../tests/support/maps/extracts.ts'
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

test('compiles a map in the background, publishes it and remembers it; a broken extract only costs a warning', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'offered-'))
  try {
    const warnings: string[] = []
    const log = { info() {}, warn: (_fields: object, message: string) => void warnings.push(message) }
    const maps = new EmbeddedMaps({ dataDir, log })
    maps.add([
      { region: 'nowhere', title: 'Nowhere', extract: join(dataDir, 'no-such-extract.osm') },
      { region: 'monaco', title: 'Monaco', extract: await drawMonaco(dataDir) },
    ])
    expect(maps.pendingRegions).toEqual(['nowhere', 'monaco'])
    maps.compilePending()
    await vi.waitFor(() => expect(maps.pendingRegions).toEqual([]), { timeout: 280_000 })
    expect(warnings).toEqual(['the embedded map of Nowhere could not be compiled'])
    expect([...(await new DatasetStore(dataDir).listCurrent()).keys()]).toEqual(['monaco'])
    const offered = new OfferedMaps(dataDir)
    expect([offered.has('nowhere'), offered.has('monaco')]).toEqual([false, true])
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
    await vi.waitFor(() => expect(maps.pendingRegions).toEqual([]), { timeout: 120_000 })
    expect(new OfferedMaps(dataDir).has('montevideo')).toBe(false)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
