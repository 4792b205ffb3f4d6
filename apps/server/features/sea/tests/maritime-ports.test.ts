import { beforeAll, describe, expect, test } from 'vitest'
import { openSeas } from '../../../../../tests/support/maps/seas.ts'
import { sail } from '../../../../../tests/support/operations/maritime.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'

const quick = { alternatives: 0, steps: false, geometry: 'none', depart_at: '2027-06-01T00:00:00Z' }

describeOnStores(
  'POST /v1/maritime/route by name',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, seas: await openSeas() })
    })

    /** Returns the voyage with the warnings about names only. Other tests cover warnings about unchecked depths. */
    const voyage = async (from: unknown, to: unknown, via: readonly unknown[] = []) => {
      const reply = await sail(service, { ...quick, from, to, via })
      return { ...reply, warnings: reply.warnings?.filter((warning) => !warning.includes('were not checked')) }
    }

    test.each<[from: string, port: object, nm: number]>([
      ['Southampton, UK', { name: 'Southampton', code: 'GBSOU' }, 250],
      ['Antwerp', { name: 'Antwerpen', code: 'BEANR' }, 150],
      ['Tromsø', { name: 'Tromso', code: 'NOTOS' }, 1200],
      ['København', { name: 'Kobenhavn', code: 'DKCPH' }, 600],
      // Settlements have no port code.
      ['Whitstable', { name: 'Whitstable' }, 150],
    ])('from %s', async (from, port, nm) => {
      const { snapped, distance_nm, warnings } = await voyage(from, 'NLRTM')
      expect(snapped.from.port).toEqual(port)
      expect(distance_nm).toBeGreaterThan(nm * 0.6)
      expect(distance_nm).toBeLessThan(nm * 1.6)
      expect(warnings).toEqual([])
    })

    test('prefers the important port of an ambiguous name, and lists the others', async () => {
      const { snapped, warnings } = await voyage('Boston', 'USNYC')
      expect(snapped.from.port).toEqual({ name: 'Boston', code: 'USBOS' })
      expect(warnings).toEqual([
        'from is "Boston", which was interpreted as USBOS (United States); other ports with that name: GBBOS (United Kingdom), Boston (New York, United States)',
      ])
    })

    test('a time without a time zone is local time at the port of departure', async () => {
      const leave = (fields: object) => sail(service, { ...quick, to: 'GBSOU', ...fields })
      const local = { depart_at: '2026-11-20T08:00' }
      const note = (field: string, zone: string) => `${field} has no time zone and was read as local time in ${zone}`
      const unchecked = 'depths were not checked because vessel.draft_m is not given'
      expect(await leave({ from: 'NLRTM', ...local })).toMatchObject({
        depart_at: '2026-11-20T07:00:00.000Z',
        warnings: [note('depart_at', 'Europe/Amsterdam'), unchecked],
      })
      // In summer, the offset is larger.
      expect(await leave({ from: 'NLRTM', depart_at: '2026-07-20T08:00' })).toMatchObject({
        depart_at: '2026-07-20T06:00:00.000Z',
      })
      const arrival = await leave({ from: 'NLRTM', depart_at: undefined, arrive_by: '2026-11-20T08:00' })
      expect(arrival).toMatchObject({
        arrive_at: '2026-11-20T07:00:00.000Z',
        warnings: [note('arrive_by', 'Europe/Amsterdam'), unchecked],
      })
      const point = await leave({ from: [52, 4], ...local })
      expect(point.warnings?.[0]).toMatch(/^depart_at has no time zone and was read as local time in /)
      const zoned = await leave({ from: 'NLRTM', depart_at: '2026-11-20T08:00Z' })
      expect([zoned.depart_at, zoned.warnings]).toEqual(['2026-11-20T08:00:00.000Z', [unchecked]])
    })

    describe('via name that is both a passage and a port', () => {
      const legs = async (via: string) => {
        const { legs: all, warnings } = await voyage('NLRTM', 'SEGOT', [via])
        return [all.length, warnings]
      }

      test('is the passage when written as its id, with a warning about the port', async () => {
        expect(await legs('kiel')).toEqual([
          1,
          [
            'via[0] is "kiel", which was interpreted as the passage Kiel Canal, which the voyage passes through without a stop; for the port, use DEKEL',
          ],
        ])
      })

      test('is the passage when written in full, without a warning', async () => {
        expect(await legs('Kiel Canal')).toEqual([1, []])
      })

      test('is the port otherwise, with a warning about the passage', async () => {
        const [count, warnings] = await legs('Kiel')
        expect([count, (warnings as string[])[0]]).toEqual([
          2,
          'via[0] is "Kiel", which was interpreted as the port DEKEL (Germany), where the ship stops; for the passage Kiel Canal, use "kiel"',
        ])
      })

      test('is the port when written as its code, without a warning', async () => {
        expect(await legs('DEKEL')).toEqual([2, []])
      })
    })

    test('accepts the short name of a passage that matches no port', async () => {
      const { legs } = await voyage('OMMCT', 'KWKWI', ['Hormuz'])
      expect(legs).toHaveLength(1)
    })
  },
  ['embedded'],
)
