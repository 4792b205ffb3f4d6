import { montevideoTilesFolder } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import type { RouteReply } from '../../route/tests/trips.ts'
import { OddStore } from '../domains/odd-store.ts'
import { checkPath } from './av-checker.ts'
import { type RandomOdd, randomDomains, randomPosition } from './av-domains.ts'
import { StreetMap } from './av-streets.ts'

const SEED = 20_261_115

describeOnStores(
  'random trips in random domains',
  ({ startShared }) => {
    let service: TestService
    let streets: StreetMap
    let folder: TempDir
    const domains = randomDomains(SEED, 8)
    beforeAll(async () => {
      folder = await createTempDir()
      const store = new OddStore(folder.path)
      for (const domain of domains) await store.put(domain)
      const config = { dataDir: folder.path, anonymousBurst: 100_000 }
      service = await startShared({ maps: await openMaps(), config })
      streets = await StreetMap.read(montevideoTilesFolder())
    })
    afterAll(() => folder.dispose())

    test('returns no road, including alternatives, that breaks a rule of the domain', async () => {
      const random = seededRandom(SEED)
      const counts = { served: 0, refused: 0, pieces: 0, ways: 0 }
      const rules = new Set<string>()
      for (let i = 0; i < 300; i++) {
        const odd = domains[i % domains.length] as RandomOdd
        const body = { from: randomPosition(random, odd), to: randomPosition(random, odd), odd: odd.id, steps: false }
        const reply = await service.app.inject({ method: 'POST', url: '/v1/av/route', payload: body })
        if (reply.statusCode === 422) {
          expect(reply.json().detail, JSON.stringify(body)).toMatch(/The service does not engage\.$|has no road within/)
          rules.add(/\): (\w+)/.exec(reply.json().detail)?.[1] ?? 'other')
          counts.refused++
          continue
        }
        expect([reply.statusCode, reply.payload.slice(0, 200)]).toEqual([200, expect.any(String)])
        const route: RouteReply = reply.json()
        for (const { geometry } of [route, ...route.alternatives]) {
          const { violations, segments } = checkPath(streets, odd, geometry)
          expect(violations, `seed ${SEED}, request ${i}: ${JSON.stringify(body)}`).toEqual([])
          counts.pieces += segments
          counts.ways++
        }
        counts.served++
      }
      console.info(JSON.stringify({ ...counts, rules: [...rules] }))
      expect(counts.served).toBeGreaterThan(100)
      expect(counts.refused).toBeGreaterThan(50)
    })

    test('has a check strict enough that ordinary routes break the rules', async () => {
      const random = seededRandom(SEED)
      const broken = new Set<string>()
      for (let i = 0; i < 60; i++) {
        const odd = domains[i % domains.length] as RandomOdd
        const payload = {
          from: randomPosition(random, odd),
          to: randomPosition(random, odd),
          steps: false,
          alternatives: 0,
        }
        const reply = await service.app.inject({ method: 'POST', url: '/v1/route', payload })
        if (reply.statusCode !== 200) continue
        for (const violation of checkPath(streets, odd, reply.json<RouteReply>().geometry).violations)
          broken.add(violation.split(/\W/)[0] ?? '')
      }
      expect([...broken]).toEqual(
        expect.arrayContaining(['area', 'road_class', 'max_speed_limit', 'unprotected_turns']),
      )
      expect([...broken]).not.toContain('no')
    })
  },
  ['embedded'],
)
