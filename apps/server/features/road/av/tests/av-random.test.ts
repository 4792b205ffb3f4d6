import { montevideoTiles } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import type { Route } from '../../route/tests/trips.ts'
import { OddShelf } from '../domains/odd-store.ts'
import { checkWay } from './av-checker.ts'
import { type RandomOdd, randomDomains, randomPlace } from './av-domains.ts'
import { Streets } from './av-streets.ts'

const SEED = 20_261_115

describeOnStores(
  'random trips in random domains',
  ({ startShared }) => {
    let service: TestService
    let streets: Streets
    let folder: TempDir
    const domains = randomDomains(SEED, 8)
    beforeAll(async () => {
      folder = await createTempDir()
      const shelf = new OddShelf(folder.path)
      for (const domain of domains) await shelf.put(domain)
      const config = { dataDir: folder.path, anonymousBurst: 100_000 }
      service = await startShared({ maps: await openMaps(), config })
      streets = await Streets.read(montevideoTiles())
    })
    afterAll(() => folder.dispose())

    test('returns no road, including alternatives, that breaks a rule of the domain', async () => {
      const random = seededRandom(SEED)
      const seen = { served: 0, refused: 0, pieces: 0, ways: 0 }
      const rules = new Set<string>()
      for (let i = 0; i < 300; i++) {
        const odd = domains[i % domains.length] as RandomOdd
        const body = { from: randomPlace(random, odd), to: randomPlace(random, odd), odd: odd.id, steps: false }
        const reply = await service.app.inject({ method: 'POST', url: '/v1/av/route', payload: body })
        if (reply.statusCode === 422) {
          expect(reply.json().detail, JSON.stringify(body)).toMatch(/the service does not engage$|has no road within/)
          rules.add(/\): (\w+)/.exec(reply.json().detail)?.[1] ?? 'other')
          seen.refused++
          continue
        }
        expect([reply.statusCode, reply.payload.slice(0, 200)]).toEqual([200, expect.any(String)])
        const route: Route = reply.json()
        for (const { geometry } of [route, ...route.alternatives]) {
          const { faults, pieces } = checkWay(streets, odd, geometry)
          expect(faults, `seed ${SEED}, request ${i}: ${JSON.stringify(body)}`).toEqual([])
          seen.pieces += pieces
          seen.ways++
        }
        seen.served++
      }
      console.info(JSON.stringify({ ...seen, rules: [...rules] }))
      expect(seen.served).toBeGreaterThan(100)
      expect(seen.refused).toBeGreaterThan(50)
    })

    test('has a check strict enough that ordinary routes break the rules', async () => {
      const random = seededRandom(SEED)
      const broken = new Set<string>()
      for (let i = 0; i < 60; i++) {
        const odd = domains[i % domains.length] as RandomOdd
        const payload = { from: randomPlace(random, odd), to: randomPlace(random, odd), steps: false, alternatives: 0 }
        const reply = await service.app.inject({ method: 'POST', url: '/v1/route', payload })
        if (reply.statusCode !== 200) continue
        for (const fault of checkWay(streets, odd, reply.json<Route>().geometry).faults)
          broken.add(fault.split(/\W/)[0] ?? '')
      }
      expect([...broken]).toEqual(
        expect.arrayContaining(['area', 'road_class', 'max_speed_limit', 'unprotected_turns']),
      )
      expect([...broken]).not.toContain('no')
    })
  },
  ['embedded'],
)
