import { describe, expect, test } from 'vitest'
import { ConnectionCounter, createConnectionCounts } from './connection-counts.ts'
import { toConnectionLimits } from './connection-limits.ts'

const limits = { maxTotal: 6, maxPerAddress: 3 }
const openMany = (counter: ConnectionCounter, address: string | undefined, count: number) =>
  Array.from({ length: count }, () => counter.tryOpen(address))

describe('connection counter', () => {
  test('allows exactly the maximum of one address, and another one after a connection closed', () => {
    const counter = new ConnectionCounter(createConnectionCounts(1), 0, limits)
    expect(openMany(counter, '10.0.0.1', 4)).toEqual([undefined, undefined, undefined, 'address'])
    expect(counter.tryOpen('10.0.0.2')).toBeUndefined()
    counter.close('10.0.0.1')
    expect(openMany(counter, '10.0.0.1', 2)).toEqual([undefined, 'address'])
  })

  test('allows exactly the maximum in total, even without an address', () => {
    const counter = new ConnectionCounter(createConnectionCounts(1), 0, limits)
    expect(openMany(counter, undefined, 7)).toEqual([...Array(6).fill(undefined), 'total'])
    expect(counter.tryOpen('10.0.0.1')).toBe('total')
    counter.close(undefined)
    expect(counter.tryOpen('10.0.0.1')).toBeUndefined()
  })

  test('counts across threads; a thread that starts again starts at zero', () => {
    const counts = createConnectionCounts(2)
    const [first, second] = [new ConnectionCounter(counts, 0, limits), new ConnectionCounter(counts, 1, limits)]
    expect(openMany(first, 'a', 2)).toEqual([undefined, undefined])
    expect(openMany(second, 'a', 2)).toEqual([undefined, 'address'])
    new ConnectionCounter(counts, 0, limits)
    expect(openMany(second, 'a', 3)).toEqual([undefined, undefined, 'address'])
  })

  test('hardly ever mixes up addresses', () => {
    const counter = new ConnectionCounter(createConnectionCounts(1), 0, { maxTotal: 10_000, maxPerAddress: 1 })
    const refused = Array.from({ length: 2000 }, (_, n) => counter.tryOpen(`10.0.${n >> 8}.${n & 255}`)).filter(Boolean)
    expect(refused.length).toBeLessThan(60)
  })

  test('rejects a thread without a row', () => {
    expect(() => new ConnectionCounter(createConnectionCounts(1), 1, limits)).toThrow('thread 1 has no row of 1')
  })
})

describe('connection limits', () => {
  const unset = { maxConnections: undefined, maxConnectionsPerAddress: undefined }

  test.each([
    { files: Number.POSITIVE_INFINITY, maxTotal: 10_000, maxPerAddress: 1000 },
    { files: 1_048_576, maxTotal: 10_000, maxPerAddress: 1000 },
    { files: 700, maxTotal: 496, maxPerAddress: 124 },
    { files: 64, maxTotal: 16, maxPerAddress: 16 },
  ])('leave files to a server that may open $files', ({ files, ...expected }) => {
    expect(toConnectionLimits(unset, files)).toEqual(expected)
  })

  test('follow the settings', () => {
    expect(toConnectionLimits({ maxConnections: 50, maxConnectionsPerAddress: undefined })).toEqual({
      maxTotal: 50,
      maxPerAddress: 16,
    })
    expect(toConnectionLimits({ maxConnections: 50_000, maxConnectionsPerAddress: 20_000 })).toEqual({
      maxTotal: 50_000,
      maxPerAddress: 20_000,
    })
  })
})
