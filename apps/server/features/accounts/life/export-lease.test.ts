import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { ExportLeases } from './export-lease-store.ts'

const LEASE_MS = 60_000
let account = 0

describeOnDatabases('the lease of an export', (at) => {
  async function* parts(count: number): AsyncGenerator<string> {
    for (let index = 0; index < count; index++) yield String(index)
  }
  const open = () => ({ clock: new FakeClock(), leases: new ExportLeases(at.db), number: ++account })

  test('is given to one of several exports of an account, and to other accounts', async () => {
    const { clock, leases, number } = open()
    const others = [leases, new ExportLeases(at.openAnother().db)]
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, index) => others[index % 2]?.take(number, clock.now())),
    )
    expect(taken.filter((lease) => lease?.isTaken)).toHaveLength(1)
    expect(new Set(taken.map((lease) => lease?.until))).toEqual(new Set([clock.now() + LEASE_MS]))
    expect((await leases.take(++account, clock.now())).isTaken).toBe(true)
  })

  test('is renewed while the export is read, and ends with it', async () => {
    const { clock, leases, number } = open()
    const { until } = await leases.take(number, clock.now())
    const read: string[] = []
    for await (const part of leases.hold(number, until, parts(5), () => clock.now())) {
      read.push(part)
      clock.advance(LEASE_MS / 2 + 1)
      expect((await leases.take(number, clock.now())).isTaken, part).toBe(false)
    }
    expect(read).toEqual(['0', '1', '2', '3', '4'])
    expect((await leases.take(number, clock.now())).isTaken).toBe(true)
  })

  test('ends when the reader disconnects, and expires when the process is killed', async () => {
    const { clock, leases, number } = open()
    const { until } = await leases.take(number, clock.now())
    for await (const _ of leases.hold(number, until, parts(5), () => clock.now())) break
    expect((await leases.take(number, clock.now())).isTaken).toBe(true)
    clock.advance(LEASE_MS - 1)
    expect((await leases.take(number, clock.now())).isTaken).toBe(false)
    clock.advance(1)
    expect((await leases.take(number, clock.now())).isTaken).toBe(true)
  })

  test('of a later export is not ended by an earlier one', async () => {
    const { clock, leases, number } = open()
    const { until } = await leases.take(number, clock.now())
    const stalled = leases.hold(number, until, parts(1), () => until - LEASE_MS)
    await stalled.next()
    clock.advance(LEASE_MS)
    await leases.take(number, clock.now())
    await stalled.return(undefined)
    expect((await leases.take(number, clock.now())).isTaken).toBe(false)
  })
})
