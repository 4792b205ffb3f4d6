import { Type } from 'typebox'
import { expect, test, vi } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { TimeSchema } from '../schemas.ts'
import { describeOnStores } from './suite.ts'

const MIB = 1_048_576
const Rows = Type.Unsafe<readonly (readonly (number | null)[])[]>({
  type: 'array',
  items: { type: 'array', items: { type: 'number', nullable: true, maximum: 1000 } },
})
let arrivedCount = 0
let letFinish = Promise.resolve()

/** Operation that returns the number of cells, the number of null cells, and the sum. */
const sumOperation = defineOperation({
  name: 'sum',
  method: 'POST',
  path: '/v1/sum',
  access: 'open',
  bodyLimitBytes: 20 * MIB,
  packedTables: [['tables', 'first']],
  body: Type.Object({
    note: Type.Optional(Type.String()),
    at: Type.Optional(TimeSchema('A time.')),
    tables: Type.Object({ first: Rows }),
  }),
  reply: { schema: Type.Object({ cells: Type.Number(), nulls: Type.Number(), sum: Type.Number() }) },
  async handle({ body }) {
    arrivedCount++
    await letFinish
    let [cells, nulls, sum] = [0, 0, 0]
    for (const row of body.tables.first) {
      cells += row.length
      for (const value of row) {
        if (value === null || Number.isNaN(value)) nulls++
        else sum += value
      }
    }
    return jsonReply({ cells, nulls, sum })
  },
})
const features = [{ operations: [sumOperation] }]

const makeTable = (size: number) =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, () => (row % 900) + 0.125))
const post = (service: TestService, payload: string, url = '/v1/sum') =>
  service.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

describeOnStores(
  'a large body',
  ({ start }) => {
    test.each([10, 400])('gives the same reply as a small one: %i rows', async (size) => {
      const service = await start({ features })
      const table: (number | null)[][] = makeTable(size)
      table[1] = [null, 7, null]
      const reply = await post(
        service,
        JSON.stringify({ tables: { first: table }, nothing: 1, at: '2026-06-16T08:30' }),
      )
      const cells = size * size - size + 3
      const sum = table.flat().reduce<number>((total, value) => total + (value ?? 0), 0)
      const warnings = ["unknown field 'nothing' was ignored", 'at has no time zone and was read as local time in UTC']
      expect(expectServed(reply).json()).toEqual({ cells, nulls: 2, sum, warnings })
    })

    test.each([
      ['small', 10],
      ['large', 300_000],
    ])('is rejected with the same message: %s', async (_, length) => {
      const service = await start({ features })
      const note = JSON.stringify('x'.repeat(length))
      const refuses = async (payload: string, status: number, detail: RegExp) =>
        expectProblem(await post(service, payload), status, detail)
      await refuses(
        `{"note":${note},"tables":{"first":[[1001]]}}`,
        422,
        /^tables\.first\[0\]\[0\] is 1001; it must be at most 1000/,
      )
      await refuses(`{"note":${note}}`, 422, /^tables is missing/)
      await refuses(`[${note}]`, 422, /^The body is \[.*; it must be an object/)
      await refuses(`{"note":${note}`, 400, /^The body is not valid JSON: /)
      await refuses(`{"note":${note},"__proto__":{}}`, 400, /^The body contains a field named __proto__/)
      expectProblem(await post(service, `{"note":${note}}`, '/v1/nothing'), 404, /^There is nothing at/)
    })

    test('is not parsed in the HTTP thread', async () => {
      const service = await start({ features })
      const parsed: number[] = []
      const parse = JSON.parse
      vi.spyOn(JSON, 'parse').mockImplementation((source, reviver) => {
        parsed.push(source.length)
        return parse(source, reviver)
      })
      for (const size of [10, 1500]) {
        const reply = await post(service, JSON.stringify({ tables: { first: makeTable(size) } }))
        expect(expectServed(reply).body).toContain(`"cells":${size * size}`)
      }
      vi.restoreAllMocks()
      const smallLength = JSON.stringify({ tables: { first: makeTable(10) } }).length
      expect(parsed).toContain(smallLength)
      expect(Math.max(...parsed)).toBeLessThan(300_000)
    })

    test('is rejected before it is read while the caller or the service has too many in progress', async () => {
      const config = { bodiesInFlightPerCaller: 2 * MIB, bodiesInFlightBytes: 3 * MIB, threads: 1, trustProxy: 1 }
      const service = await start({ features, config })
      const { promise, resolve } = Promise.withResolvers<void>()
      letFinish = promise
      arrivedCount = 0
      const send = (ip: string, bytes: number) => {
        const payload = `{"tables":{"first":[]},"note":"${'x'.repeat(bytes - 33)}"}`
        expect(payload.length).toBe(bytes)
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
        return service.app.inject({ method: 'POST', url: '/v1/sum', payload, headers })
      }
      const first = [send('192.0.2.1', MIB), send('192.0.2.1', MIB)]
      await expect.poll(() => arrivedCount).toBe(2)
      expectProblem(
        await send('192.0.2.1', 65_537),
        503,
        'The body is 65537 bytes long, and 2097152 bytes of your other requests are still being processed, but at most 2097152 bytes are allowed at once; wait for your other requests to finish',
      )
      const other = send('192.0.2.2', MIB)
      await expect.poll(() => arrivedCount).toBe(3)
      expectProblem(
        await send('192.0.2.3', 65_537),
        503,
        'The body is 65537 bytes long, but the service is already processing as many large bodies as it can (at most 3145728 bytes at once); try again shortly',
      )
      const small = send('192.0.2.1', 65_536)
      await expect.poll(() => arrivedCount).toBe(4)
      resolve()
      for (const reply of await Promise.all([...first, other, small])) expectServed(reply)
      for (const ip of ['192.0.2.1', '192.0.2.3']) expectServed(await send(ip, 3 * MIB))
    })
  },
  ['embedded'],
)
