import { expect, test } from 'vitest'
import { PathStore } from './path-store.ts'

test('preserves stored paths, regardless of what is stored later', () => {
  const store = new PathStore()
  const buffer = new Uint32Array(50_000)
  const kept = Array.from({ length: 300 }, (_, i) => {
    const length = i === 100 ? 40_000 : (i * 37) % 500
    buffer.fill(i, 3, 3 + length)
    return { length, path: store.copyPath(buffer, 3, 3 + length) }
  })
  kept.forEach(({ length, path }, i) => {
    expect(path).toHaveLength(length)
    expect(path.every((value) => value === i)).toBe(true)
  })
})
