import { issueKey } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { checkDeliveryDay } from '../../tests/support/delivery-day/check-day.ts'
import { runDeliveryDay } from '../../tests/support/delivery-day/day.ts'
import { dayConfig, describeDay } from '../../tests/support/delivery-day/service-day.ts'
import { compileEmbeddedMap, openMaps } from '../../tests/support/maps/maps.ts'
import { FakeClock } from '../../tests/support/servers/fake-clock.ts'
import { startTestService } from '../../tests/support/servers/service.ts'
import { type StoreSettings, startStores } from '../../tests/support/servers/stores.ts'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'

/** Simulates a delivery day through the API with an adjustable clock, from the optimizer to the report. */
export const deliveryDay: Benchmark = {
  async run(options) {
    const stores = await startStores('embedded')
    try {
      return await runDay(options, await stores.fresh())
    } finally {
      await stores.dispose()
    }
  },
}

async function runDay({ tiny, numbers, progress }: BenchOptions, store: StoreSettings): Promise<BenchResult> {
  const [orders = tiny ? 20 : 200, vans = tiny ? 2 : 10, seed = 7] = numbers
  await compileEmbeddedMap()
  const maps = await openMaps()
  const clock = new FakeClock('2026-11-18T06:00:00Z')
  const service = await startTestService({ store, clock, maps, config: dayConfig() })
  try {
    const { key } = await issueKey(service, 'pro')
    const cpuBefore = process.cpuUsage()
    const size = { orders, vans, seed, area: [0.03, 0.06] } as const
    const options = describeDay({ service, clock, maps, key }, size)
    const day = await runDeliveryDay({ ...options, progress })
    const { errors, figures } = await checkDeliveryDay(options.ask, day)
    const { user, system } = process.cpuUsage(cpuBefore)
    for (const error of errors) progress(error)
    if (errors.length > 0) throw new Error(`${errors.length} figures of the day do not add up`)
    const minutes = (ms: number) => round(ms / 60_000, 1)
    const { beforeMs, afterMs, reroutedMs } = day.incident
    const all = {
      orders,
      vans,
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value, 2)])),
      plannedKm: day.plannedKm,
      incidentDelayMin: minutes(afterMs - beforeMs),
      reroutedDelayMin: minutes(reroutedMs - beforeMs),
      routesThroughIncident: day.blocked.length,
      units: day.units.used,
      cpuSeconds: round((user + system) / 1e6, 1),
    }
    return {
      figures: all,
      table: [['', ''], ...Object.entries(all).map(([name, value]) => [name, String(value)])],
      notes: ['All orders, distances, times and units in the reports of the service match what the vans really did.'],
    }
  } finally {
    await service.dispose()
  }
}
