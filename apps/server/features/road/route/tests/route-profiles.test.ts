import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../../../../commands/testing/run-command.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { independencia, portones, postRoute, tresCruces } from './trips.ts'

const terse = { from: independencia, to: portones, alternatives: 0, steps: false, geometry: 'none' }
const slow = { rules: [{ if: {}, speed: { limit: 10 } }] }

describeOnStores(
  'profiles and models of a route',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
    })
    const serves = async (body: object) => expectServed(await postRoute(service, { ...terse, ...body })).json()
    const refuses = async (body: object, detail: string | RegExp) =>
      expectProblem(await postRoute(service, { ...terse, ...body }), 422, detail)
    const minutes = async (body: object) => (await serves(body)).eta_min as number

    describe('profile', () => {
      test('makes heavy trucks slower than cars, but not vans', async () => {
        const car = await minutes({})
        expect(await minutes({ profile: 'truck', vehicle: { preset: '3.5t' } })).toBeGreaterThanOrEqual(car)
        const truck = await minutes({ profile: 'truck' })
        expect(truck).toBe(await minutes({ profile: 'truck', vehicle: { preset: '40t' } }))
        expect(truck).toBeGreaterThanOrEqual(car)
      })

      test('lets explicit sizes override the preset', async () => {
        const given = { height_m: 2.8, width_m: 2.1, length_m: 7, weight_t: 3.5, axle_load_t: 2.2 }
        expect(await minutes({ profile: 'truck', vehicle: { preset: '40t', ...given } })).toBe(
          await minutes({ profile: 'truck', vehicle: { preset: '3.5t' } }),
        )
      })

      test('makes electric bicycles faster than others, and wheelchairs slower than walkers', async () => {
        const [bicycle, electric] = [
          await minutes({ profile: 'bicycle' }),
          await minutes({ profile: 'bicycle', vehicle: { electric: true } }),
        ]
        expect(electric).toBeLessThan(bicycle)
        expect(electric).toBeGreaterThan(0.7 * bicycle)
        expect(await minutes({ profile: 'wheelchair' })).toBeGreaterThan(1.2 * (await minutes({ profile: 'foot' })))
      })

      test.each([
        [{ mode: 'driving' }, {}],
        [{ costing: 'auto' }, { profile: 'car' }],
        [{ mode: 'walking' }, { profile: 'foot' }],
        [{ costing: 'pedestrian' }, { profile: 'foot' }],
        [{ mode: 'bicycling' }, { profile: 'bicycle' }],
        [{ mode: 'cycling', costing: 'bicycle' }, { profile: 'bicycle' }],
        [{ costing: 'truck' }, { profile: 'truck' }],
        [{ mode: 'driving', profile: 'car' }, {}],
      ])('is what %j means', async (alias, body) => {
        expect(await minutes(alias)).toBe(await minutes(body))
      })

      test('422: an unknown word, or two that differ', async () => {
        await refuses(
          { profile: 'flying' },
          /^profile is "flying"; it must be one of car, motorcycle, truck, bicycle, foot, wheelchair/,
        )
        await refuses({ mode: 'flying' }, /^mode is "flying"; it must be one of car, .*pedestrian/)
        await refuses({ costing: 'bus' }, /^costing is "bus"; it must be one of car, .*pedestrian/)
        await refuses(
          { profile: 'car', mode: 'walking' },
          'profile is "car", but mode is "walking" (profile foot); give only one of them',
        )
      })

      test('422: fields of vehicles that belong to another profile', async () => {
        await refuses(
          { vehicle: { preset: '12t' } },
          'vehicle.preset applies only to the truck profile, but profile is "car"; leave out vehicle.preset, or set profile to truck',
        )
        await refuses(
          { profile: 'foot', vehicle: { electric: true } },
          'vehicle.electric applies only to the bicycle profile, but profile is "foot"; leave out vehicle.electric, or set profile to bicycle, or describe an electric car: {"electric": {"battery_kwh": 60, "charge_pct": 40}}',
        )
        await refuses(
          { profile: 'truck', vehicle: { preset: '5t' } },
          /^vehicle.preset is "5t"; it must be one of 3.5t, 7.5t, 12t, 40t/,
        )
      })

      test('stays the same for a reroute by id', async () => {
        const { id, distance_km } = await serves({ profile: 'wheelchair', geometry: 'points' })
        const reply = await service.app.inject({ method: 'POST', url: '/v1/reroute', payload: { route_id: id } })
        const rerouted = expectServed(reply).json()
        expect(rerouted).toMatchObject({ kind: 'unchanged', distance_km })
        expect(rerouted.eta_min).toBeCloseTo(await minutes({ profile: 'wheelchair' }), 1)
      })
    })

    describe('model', () => {
      test('limits the speed on the whole map, and again for a repeated request', async () => {
        const { distance_km, eta_min } = await serves({ model: slow })
        expect(eta_min).toBeGreaterThanOrEqual(Math.floor(6 * distance_km))
        expect((await serves({ model: slow })).eta_min).toBe(eta_min)
        expect(await minutes({})).toBeLessThan(eta_min)
      })

      test('applies on top of a profile', async () => {
        const model = { rules: [{ if: {}, speed: { multiply: 0.5 } }] }
        const [plain, modeled] = [await serves({ profile: 'foot' }), await serves({ profile: 'foot', model })]
        expect(modeled.distance_km).toBe(plain.distance_km)
        expect(modeled.eta_min / plain.eta_min).toBeGreaterThan(1.8)
      })

      test('applies rules with hours to departures within these hours', async () => {
        const rush = { if: { time: 'Mo-Fr 07:00-09:00' }, speed: { limit: 10 } }
        const model = { rules: [rush] }
        const [at, before] = [{ depart_at: '2030-06-17T07:00:00-03:00' }, { depart_at: '2030-06-17T06:58:00-03:00' }]
        expect(await minutes({ ...at, model })).toBe(await minutes({ ...at, model: slow }))
        expect(await minutes({ ...before, model })).toBe(await minutes(before))
        const wrong = { rules: [{ ...rush, if: { time: 'rush hour' } }] }
        await refuses({ model: wrong }, /^model\.rules\[0\]\.if\.time is "rush hour"; give the hours in local time/)
        const points = [terse.from, terse.to]
        const { json } = await service.app.inject({
          method: 'POST',
          url: '/v1/matrix',
          payload: { points, model, ...at },
        })
        expect(json().durations_min[0][1]).toBe(await minutes({ ...at, model }))
      })

      test('changes the route by priority', async () => {
        const { name } = (await serves({ steps: true })).steps.find(
          ({ distance_m }: { distance_m: number }) => distance_m > 500,
        )
        expect(name).not.toBe('')
        const model = {
          rules: [{ if: { road_class: ['primary', 'secondary', 'trunk'] }, priority: { multiply: 0.02 } }],
        }
        expect((await serves({ model })).distance_km).not.toBe((await serves({})).distance_km)
      })

      test('422: names the rule', async () => {
        const wrong = { if: { road_class: 'motorwy' }, speed: { limit: 5 } }
        await refuses(
          { model: { rules: [...slow.rules, wrong] } },
          /^model\.rules\[1\]\.if\.road_class is "motorwy"; give one of/,
        )
        await refuses({ model: 3 }, /^model is 3; it must be an object with rules, or the name of a model/)
        const area = [
          [41, -8],
          [41.1, -8],
          [41, -8.1],
        ]
        await refuses(
          { model: { rules: [{ if: { area }, speed: { limit: 5 } }] } },
          'model.rules[0].if.area is outside the loaded maps of this service (montevideo); points are [latitude, longitude]',
        )
        await refuses(
          { model: 'quiet' },
          'model is "quiet", but there is no model with this name; this service has no models',
        )
      })

      test('works in matrices and optimizations', async () => {
        const points = [independencia, portones]
        const post = async (url: string, payload: object) =>
          expectServed(await service.app.inject({ method: 'POST', url, payload })).json()
        const { durations_min } = await post('/v1/matrix', { points, model: slow })
        expect(durations_min[0][1]).toBe(await minutes({ model: slow }))
        const stops = [independencia, portones, tresCruces]
        const usual = await post('/v1/optimize', { stops, objective: 'duration' })
        const slower = await post('/v1/optimize', { stops, objective: 'duration', model: slow })
        expect(slower.duration_min).toBeGreaterThan(2 * usual.duration_min)
      })

      test('can be added by name', async () => {
        const folder = await createTempDir()
        const file = join(folder.path, 'slow.json')
        await writeFile(file, JSON.stringify(slow))
        await runCommand(['models', 'add', 'slow', file, '--data-dir', folder.path])
        const named = await startShared({ maps: await openMaps(), config: { dataDir: folder.path } })
        const reply = await postRoute(named, { ...terse, model: 'slow' })
        expect(expectServed(reply).json().eta_min).toBe(await minutes({ model: slow }))
        expectProblem(
          await postRoute(named, { ...terse, model: 'fast' }),
          422,
          'model is "fast", but there is no model with this name; available models: slow',
        )
        await runCommand(['models', 'add', 'fast', file, '--data-dir', folder.path])
        expectServed(await postRoute(named, { ...terse, model: 'fast' }))
        await folder.dispose()
      })
    })
  },
  ['embedded'],
)
