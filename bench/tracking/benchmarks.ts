import type { BenchmarkList } from '../bench.ts'

export const trackingBenchmarks: BenchmarkList = {
  day: {
    about:
      'a simulated delivery day: 200 orders, 10 vans, an incident at noon, two canceled orders; the report must add up',
    load: async () => (await import('./day.ts')).deliveryDay,
  },
  fleet: {
    about: '10,000 assets at one position per second with 100 geofences: p99 of a push, server CPU time per position',
    load: async () => (await import('./fleet-rate.ts')).fleetRate,
  },
  'off-route': {
    about:
      'simulated trips through Porto with noisy receivers: false alarms, and how soon leaving the route is detected',
    load: async () => (await import('./off-route.ts')).offRoute,
  },
  tracking: {
    about: 'positions per second stored durably, live polls per second, memory per asset; replay of real tracks',
    load: async () => (await import('./tracking.ts')).tracking,
  },
  'tracking-away': {
    about: 'PostgreSQL crashes and is unavailable for 30 s while trackers push and a stream listens: what is lost',
    load: async () => (await import('./tracking-outage.ts')).trackingOutage,
  },
}
