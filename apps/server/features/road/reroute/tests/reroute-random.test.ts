import { randomInt } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { checkReroute } from '../../../../../../tests/support/operations/check-reroute.ts'
import { type Ask, changes, lineFormats, RerouteCases } from '../../../../../../tests/support/operations/reroutes.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'

/** Set FAIRWAY_TEST_SEED to replay a failure. */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? randomInt(2 ** 31))
const CASES = Number(process.env.FAIRWAY_TEST_CASES ?? 160)
/** Number of local cases, which is large enough for a median. */
const LOCAL_CASES = 40
/** Number of stops of a tour through the whole town. A closed street changes only one part of the tour. */
const TOUR_STOPS = 6

describeOnStores(
  'any reroute',
  ({ startShared }) => {
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/reroute') ?? expect.unreachable()
    })
    const postJson: Ask = async (url, body) => {
      const reply = await service.app.inject({ method: 'POST', url, payload: body })
      if (url === '/v1/reroute') operation.expectDocumented(reply)
      return { status: reply.statusCode, text: reply.payload }
    }

    test(`gives the whole new route from the changes, and never a worse one (seed ${SEED})`, async () => {
      const cases = new RerouteCases(postJson, SEED)
      const errors: string[] = []
      const kinds: Record<string, number> = {}
      let maxUnchanged = 0
      for (let round = 0; round < CASES; round++) {
        const format = lineFormats[Math.floor(round / changes.length) % lineFormats.length]
        const testCase = await cases.next(changes[round % changes.length], format)
        const { reply, bytes, faults: found } = await checkReroute(postJson, testCase)
        for (const error of found) errors.push(`${testCase.name}: ${error}`)
        const kind = `${testCase.change}: ${reply ? `${reply.kind}, ${reply.reason}` : 'refused'}`
        kinds[kind] = (kinds[kind] ?? 0) + 1
        if (reply?.kind === 'unchanged') maxUnchanged = Math.max(maxUnchanged, bytes)
      }
      console.info(`${CASES} reroutes, seed ${SEED}: ${JSON.stringify(kinds, null, 1)}`)
      console.info(`unchanged: at most ${maxUnchanged} bytes`)
      expect(errors).toEqual([])
      const refused = Object.entries(kinds).filter(([kind]) => kind.endsWith('refused'))
      expect(refused.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(CASES / 10)
    }, 3_600_000)

    test(`for a closed street on a tour is less than a tenth of the whole (seed ${SEED})`, async () => {
      const cases = new RerouteCases(postJson, SEED)
      const shares: number[] = []
      while (shares.length < LOCAL_CASES) {
        const testCase = await cases.next(shares.length % 2 === 0 ? 'closed' : 'beside', 'points', TOUR_STOPS)
        const { reply, bytes, fullBytes } = await checkReroute(postJson, testCase)
        if (reply?.kind === 'delta') shares.push(bytes / fullBytes)
      }
      const median = shares.sort((a, b) => a - b)[shares.length >> 1] ?? 1
      console.info(`median of ${shares.length} local deltas: ${(100 * median).toFixed(1)} % of the full reply`)
      expect(median).toBeLessThan(0.1)
    }, 600_000)
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
