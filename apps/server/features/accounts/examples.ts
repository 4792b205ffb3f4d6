/** The example replies are for the documentation. A test validates the replies against the schemas. */

const liveTracking = { web_polls_per_s: 0.2, api_live_polls_per_s: null, gps_push_per_s: null, max_assets: 5 }

const account = {
  id: 'acc_Zk81jTq0xVb3Lr9M',
  email: 'you@example.com',
  plan: 'trial',
  created_at: '2026-06-16T08:30:00.000Z',
  expires_at: '2026-06-23T08:30:00.000Z',
}
const limits = { routes_per_month: 25_000, per_second: 2, burst: 4, live_tracking: liveTracking }

export const signupExample = { account, api_key: 'fw_live_…', limits }

const key = {
  id: 'key_4TnQ8sWb1xZp',
  hint: 'k3Xd',
  label: 'delivery app',
  state: 'active',
  created_at: '2026-06-16T08:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  kept: true,
  network: null,
  scopes: { operations: ['route', 'geocode'], origins: ['https://app.example.com'], networks: null },
}
const unkeptKey = {
  id: 'key_9LmX2rVa7cYq',
  hint: 'p0Zw',
  label: null,
  created_at: '2026-06-15T21:04:00.000Z',
  network: '203.0.113.7',
}

export const accountExample = {
  account: {
    ...account,
    name: 'Ada',
    phone: '+59821234567',
    phone_proved: true,
    shares_traffic: true,
    proved_at: '2026-06-16T09:00:00.000Z',
  },
  limits,
  unkept_keys: [unkeptKey],
}

export const keysExample = { keys: [key] }
export const issuedKeyExample = { key, api_key: 'fw_live_…' }
export const revokedKeyExample = { key: { ...key, state: 'revoked', revoked_at: '2026-06-17T10:00:00.000Z' } }

export const signInExample = {
  challenge: 'sgn_0123456789abcdefghijklmn',
  expires_at: '2026-06-16T08:40:00.000Z',
  detail: 'If the address has an account, a code was sent to it; the code can be used once, within 10 minutes',
}

const quota = { routes_per_month: 25_000, used: 1280, remaining: 23_720, resets_at: '2026-07-01T00:00:00.000Z' }

export const areaUsageExample = {
  usage: [{ day: '2026-06-16', operation: 'route', calls: 1280, routes: 1280 }],
  quota,
}

export const usageExample = {
  plan: 'trial',
  quota,
  rate: { per_second: 2, burst: 4 },
  usage: {
    by_operation: [{ operation: 'route', calls: 1280, routes: 1280 }],
    by_day: [
      { day: '2026-06-16', calls: 310, routes: 310 },
      { day: '2026-06-17', calls: 970, routes: 970 },
    ],
  },
  live_tracking: liveTracking,
  phone_alert: { phone: '+59••••••••67', at_pct: 90, enabled: true },
}
