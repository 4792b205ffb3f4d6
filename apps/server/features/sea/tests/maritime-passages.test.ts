import { beforeAll, describe, expect, test } from 'vitest'
import { openSeas } from '../../../../../tests/support/maps/seas.ts'
import { askVoyage, idsOf, sail } from '../../../../../tests/support/operations/maritime.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'

const plain = { alternatives: 0, depart_at: '2027-06-01T00:00:00Z', geometry: 'none' }

describeOnStores(
  'passages of POST /v1/maritime/route',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, seas: await openSeas() })
    })
    const getVoyage = (from: unknown, to: unknown, more: object = {}) => sail(service, { ...plain, from, to, ...more })

    test('counts a canal used in both directions twice, with both waits', async () => {
      const roundTrip = await getVoyage('EGPSD', 'EGPSD', { via: ['SAJED'] })
      expect(idsOf(roundTrip)).toEqual(['suez', 'suez'])
      expect([roundTrip.canal_min, roundTrip.waiting_min]).toEqual([2 * 14 * 60, 2 * 10 * 60])
      const panama = await getVoyage('PAONX', 'PAONX', { via: [[33.7, -118.3]] })
      expect(idsOf(panama)).toEqual(['panama', 'panama'])
      expect(panama.steps.filter(({ kind }) => kind === 'river')).toEqual([])
    })

    test.each([
      ['NLRTM', 'GBLON', ['kiel']],
      ['NLRTM', 'SGSIN', ['cape_horn', 'suez']],
      ['NLRTM', 'GBLON', ['cape_horn']],
    ])('routes from %s to %s via %j', async (from, to, via) => {
      const ids = idsOf(await getVoyage(from, to, { via }))
      expect(ids.filter((id) => via.includes(id))).toEqual(expect.arrayContaining(via))
    })

    test.each([
      [[90, 0], [90, 180], 0, 0.001],
      [[89.9, 0], [89.9, 180], 12, 0.1],
      [[85, 0], [85, 180], 600, 2],
    ])('routes near the pole: from %j to %j it is %d nm', async (from, to, nm, off) => {
      expect(Math.abs((await getVoyage(from, to)).distance_nm - nm)).toBeLessThan(off)
    })

    test('reports passages that are closed unless requested', async () => {
      const ice = await getVoyage([69, 33], [71.65, 128.85])
      expect(ice.closed).toEqual([
        expect.objectContaining({
          id: 'northeast',
          why: expect.stringMatching(/closed unless northeast is listed in allow$/),
        }),
      ])
      expect((await getVoyage([69, 33], [71.65, 128.85], { allow: ['northeast'] })).distance_nm).toBeLessThan(2000)
      const narrow = await getVoyage('GRPIR', [45.4, 12.4])
      expect(narrow.closed).toEqual([expect.objectContaining({ id: 'corinth', why: expect.stringMatching(/beam_m/) })])
    })

    describe('avoided passages', () => {
      test.each([
        ['cook', [-33.9, 151.3], [-41.4, 174.8], 1500],
        ['bungo', [33.6, 131.8], [32.5, 132.5], 300],
        ['yucatan', [21.5, -85], [22.5, -86], 1000],
        ['little_belt', [55.6, 9.95], [55.3, 9.8], 100],
        ['canso', [45.9, -61.7], [45.4, -61], 200],
        ['chesapeake_delaware', [39.2, -76.4], [39.5, -75.5], 300],
      ])('%s', async (id, from, to, leastNm) => {
        expect(idsOf(await getVoyage(from, to, { allow: [id] }))).toContain(id)
        const around = await getVoyage(from, to, { avoid: [id] })
        expect(idsOf(around)).not.toContain(id)
        expect(around.distance_nm).toBeGreaterThan(leastNm)
      })

      test('avoids Magellan, from either ocean', async () => {
        for (const from of [
          [-33, -72],
          [-40, -60],
        ]) {
          const reply = await askVoyage(service, { ...plain, from, to: [-53.1, -70.8], avoid: ['magellan'] })
          expect([reply.statusCode, reply.json().detail]).toEqual([
            422,
            expect.stringMatching(/magellan is listed in avoid$/),
          ])
        }
      })
    })

    test('returns alternatives that differ by more than an island', async () => {
      const getAlternatives = async (from: string, to: string) =>
        (await getVoyage(from, to, { alternatives: 2 })).alternatives.map(idsOf)
      expect(await getAlternatives('AUSYD', 'NZWLG')).toEqual([])
      const [sunda, cape] = await getAlternatives('NLRTM', 'SGSIN')
      expect([sunda?.includes('sunda'), cape?.includes('good_hope')]).toEqual([true, true])
      const [suez, goodHope] = await getAlternatives('USNYC', 'CNSHA')
      expect([suez?.includes('suez'), goodHope?.includes('good_hope')]).toEqual([true, true])
    })

    test('leaves New Orleans by the Mississippi', async () => {
      expect((await getVoyage('USMSY', [28.9, -89.43])).distance_nm).toBeLessThan(105)
    })

    test('supports the slowest vessel', async () => {
      const reply = await getVoyage('NLRTM', 'DEHAM', { vessel: { speed_kn: 0.1 } })
      expect(reply.eta_min).toBeGreaterThan(100_000)
      const refused = await askVoyage(service, { from: 'NLRTM', to: 'DEHAM', vessel: { speed_kn: 1e-9 } })
      expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringMatching(/at least 0.1/)])
    })

    test('does not move points in open water', async () => {
      const { snapped } = await getVoyage([50, -20], [51, -21])
      expect(snapped.from).toEqual({ at: [50, -20], distance_m: 0, name: 'North Atlantic Ocean' })
    })
  },
  ['embedded'],
)
