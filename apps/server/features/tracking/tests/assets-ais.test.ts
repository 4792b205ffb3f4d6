import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

const report = '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'
const voyage = '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C'

describeOnStores('sentences of AIS receivers', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let key: string
  let id: string
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'aviation')).key
    id = await new Fleet(service, key).register({ kind: 'vessel' })
  })
  const send = (payload: string) =>
    service.app.inject({
      method: 'POST',
      url: `/v1/assets/${id}/position`,
      headers: { 'x-api-key': key, 'content-type': 'text/plain' },
      payload,
    })

  test('are positions of a vessel, at the time of the tag block or now; lines without a position are named', async () => {
    const reply = await send(`${voyage}\r\n${report}\r\n`)
    expect(reply.json()).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, why: expect.stringMatching(/^line 1: it is part 1 of 2, but the other parts are missing/) },
      ],
      latest: { heading: 224, speed_ms: 6.328, accuracy_m: 10, time: new Date(clock.now()).toISOString() },
    })
    const [latitude, longitude] = reply.json().latest.at
    expect([latitude, longitude]).toEqual([expect.closeTo(48.381633, 5), expect.closeTo(-123.395383, 5)])
    clock.advance(5000)
    const tags = `c:${clock.now() / 1000 - 2}`
    const sum = [...tags].reduce((total, letter) => total ^ letter.charCodeAt(0), 0)
    const tagged = await send(`\\${tags}*${sum.toString(16).padStart(2, '0')}\\${report}`)
    expect(tagged.json().latest.time).toBe(new Date(clock.now() - 2000).toISOString())
  })

  /** The messages are published examples of the same ship and of another ship. */
  const another = '!AIVDM,1,1,,A,16SteH0P00Jt63hHaa6SagvJ087r,0*42'

  test('without times keep their order: the last one is the current position', async () => {
    const reply = await send(`${report}\n${report}\n${report}`)
    expect(reply.json()).toMatchObject({ accepted: 3, latest: { time: new Date(clock.now()).toISOString() } })
    const track = (await new Fleet(service, key).get(`/${id}/track`)).json().positions
    expect(track.map(({ flag }: { flag?: string }) => flag)).toEqual([undefined, undefined, undefined])
  })

  test('belong to the first received ship, in this and all later pushes', async () => {
    const why =
      'line 2: it is from the ship with MMSI 440348000, but the first report for this asset came from MMSI 371798000; register a separate asset for each ship'
    const first = await send(`${report}\n${another}`)
    expect(first.json()).toMatchObject({ accepted: 1, rejected: [{ index: 1, why }] })
    clock.advance(1000)
    const alone = await send(another)
    expect(alone.json()).toMatchObject({ accepted: 0, rejected: [{ index: 0, why: why.replace('line 2', 'line 1') }] })
    clock.advance(1000)
    // In any order, messages of the asset's ship are extracted from the mixed messages of a receiver.
    const mixed = await send(`${another}\n${report}`)
    expect(mixed.json()).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] })
    expect((await new Fleet(service, key).get(`/${id}`)).json().mmsi).toBe('371798000')
    const elsewhere = await new Fleet(service, key).register({ kind: 'vessel' })
    expect((await new Fleet(service, key).get(`/${elsewhere}`)).json().mmsi).toBeUndefined()
  })

  test.each(['vehicle', 'drone', 'robot'])('are rejected for a %s', async (kind) => {
    id = await new Fleet(service, key).register({ kind })
    const words = `The body contains AIS sentences, which come from ships, but the asset is a ${kind}; register the ship as a vessel, or send positions as JSON`
    expectProblem(await send(report), 422, words)
    expect((await new Fleet(service, key).live(id)).state).toBe('no_fix')
  })

  test('without any position are accepted, with a reason for each', async () => {
    const alone = await send(`${voyage}\n$nonsense`)
    expect([alone.statusCode, alone.json()]).toEqual([
      200,
      {
        accepted: 0,
        rejected: [
          { index: 0, why: expect.stringMatching(/^line 1: it is part 1 of 2, but the other parts are missing/) },
          { index: 1, why: expect.stringMatching(/^line 2: the line is not an AIS sentence such as !AIVDM/) },
        ],
        latest: null,
      },
    ])
  })

  test('are recognized by the first matching line; other lines are named', async () => {
    const reply = await send(`x\n\n${report}\n{"at":[48,11]}`)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      {
        accepted: 1,
        rejected: [
          { index: 0, why: expect.stringMatching(/^line 1: the line is not an AIS sentence such as !AIVDM/) },
          { index: 3, why: expect.stringMatching(/^line 4: the line is not an AIS sentence such as !AIVDM/) },
        ],
      },
    ])
  })
})
