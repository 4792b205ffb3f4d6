import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OfferedMaps } from './embedded-maps.ts'

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
