import { describe, expect, test } from 'vitest'
import { withFixedMemory } from './fixed-memory.ts'
import { moduleBytes } from './module-bytes.ts'
import { findMemory, findWebAssembly, PAGE_BYTES } from './web-assembly.ts'

const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0))
const api = findWebAssembly()
if (!api) throw new Error('there is no WebAssembly')

describe.each([1, 2, 127, 128, 129, 300, 16_384, 20_000])('module for %i pages', (pages) => {
  const module = new api.Module(withFixedMemory(bytes, pages))
  const memoryOf = (size: number) => new api.Memory({ initial: size, maximum: size, shared: true })

  test('accepts a memory of that size, and no other', () => {
    const { exports } = new api.Instance(module, { env: { memory: memoryOf(pages) } })
    expect(Object.keys(exports as object)).toEqual(
      Object.keys(new api.Instance(new api.Module(bytes), { env: { memory: memoryOf(1) } }).exports as object),
    )
    for (const other of [pages - 1, pages + 1]) {
      expect(() => new api.Instance(module, { env: { memory: memoryOf(other) } }), `${other}`).toThrow(/memory/)
    }
  })
})

test('rejects a module without imports', () => {
  expect(() => withFixedMemory(bytes.subarray(0, 8), 1)).toThrow('the module has no import section')
})

describe('memory sizes', () => {
  const pagesFor = (pages: number) => (findMemory(pages * PAGE_BYTES)?.buffer.byteLength ?? 0) / PAGE_BYTES

  test('are never smaller than requested, at most a quarter larger, four per doubling', () => {
    const sizes = new Set<number>()
    for (let pages = 1; pages <= 1024; pages += pages < 64 ? 1 : 13) {
      const found = pagesFor(pages)
      expect(found, `${pages}`).toBeGreaterThanOrEqual(pages)
      expect(found, `${pages}`).toBeLessThan(1.25 * pages)
      expect(pagesFor(found)).toBe(found)
      sizes.add(found)
    }
    expect(sizes.size).toBeLessThanOrEqual(4 * 10 + 1)
  })

  test('are limited to the 32-bit address space', () => {
    expect(pagesFor(65_536)).toBe(65_536)
    expect(pagesFor(60_001)).toBe(65_536)
    expect(findMemory(65_537 * PAGE_BYTES)).toBeUndefined()
  })
})
