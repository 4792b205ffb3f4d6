import { describe, expect, test } from 'vitest'
import { withFixedMemory } from './fixed-memory.ts'
import { moduleBytes } from './module-bytes.ts'
import { createMemory, PAGE_BYTES, webAssembly } from './web-assembly.ts'

const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0))
const api = webAssembly()

describe.each([1, 2, 127, 128, 129, 300, 16_384, 20_000])('module for %i pages', (pages) => {
  const module = new api.Module(withFixedMemory(bytes, pages))
  const memoryOf = (size: number) => new api.Memory({ initial: size, maximum: size, shared: true })

  test('accepts only a memory of that size', () => {
    expect(new api.Instance(module, { env: { memory: memoryOf(pages) } }).exports).toHaveProperty('search')
    for (const other of [pages - 1, pages + 1]) {
      expect(() => new api.Instance(module, { env: { memory: memoryOf(other) } }), `${other}`).toThrow(/memory/)
    }
  })
})

test('rejects a module without the placeholder', () => {
  const expected = 'the module does not import a memory of the expected size'
  expect(() => withFixedMemory(bytes.subarray(0, 8), 1)).toThrow(expected)
  expect(() => withFixedMemory(withFixedMemory(bytes, 5), 1)).toThrow(expected)
})

describe('memory sizes', () => {
  const pagesFor = (pages: number) => createMemory(pages * PAGE_BYTES).buffer.byteLength / PAGE_BYTES

  test('are never smaller than requested and at most a quarter larger, with four sizes per doubling', () => {
    const sizes = new Set<number>()
    for (let pages = 1; pages <= 1024; pages += pages < 64 ? 1 : 13) {
      const rounded = pagesFor(pages)
      expect(rounded, `${pages}`).toBeGreaterThanOrEqual(pages)
      expect(rounded, `${pages}`).toBeLessThan(1.25 * pages)
      expect(pagesFor(rounded)).toBe(rounded)
      sizes.add(rounded)
    }
    expect(sizes.size).toBeLessThanOrEqual(4 * 10 + 1)
  })

  test('are limited to the 32-bit address space', () => {
    expect(pagesFor(65_535)).toBe(65_535)
    expect(pagesFor(60_001)).toBe(65_535)
    expect(() => createMemory(65_536 * PAGE_BYTES)).toThrow('the map is too large')
  })
})
