import { expect } from 'vitest'

/** These shapes list the fields of --json output that programs may rely on. */

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const orNull = (matcher: unknown) => expect.toSatisfy((value) => value === null || isLike(value, matcher))

function isLike(value: unknown, matcher: unknown): boolean {
  return (matcher as { asymmetricMatch(other: unknown): boolean }).asymmetricMatch(value)
}

export const accountShape = {
  id: expect.stringMatching(/^acc_\w{16}$/),
  email: expect.any(String),
  plan: expect.any(String),
  created_at: instant,
  expires_at: orNull(instant),
}

export const keyShape = {
  id: expect.stringMatching(/^key_\w{12}$/),
  hint: expect.stringMatching(/^\w{4}$/),
  label: orNull(expect.any(String)),
  state: expect.stringMatching(/^(active|expiring|expired|revoked)$/),
  created_at: instant,
  expires_at: orNull(instant),
  kept: true,
  network: null,
  revoked_at: orNull(instant),
  scopes: { operations: null, origins: null, networks: null },
}

export const apiKey = expect.stringMatching(/^fw_live_\w{38}$/)

export const limitsShape = {
  routes_per_month: expect.any(Number),
  per_second: expect.any(Number),
  burst: expect.any(Number),
  live_tracking: {
    web_polls_per_s: expect.any(Number),
    api_live_polls_per_s: orNull(expect.any(Number)),
    gps_push_per_s: orNull(expect.any(Number)),
    max_assets: expect.any(Number),
  },
}

export const quotaShape = {
  routes_per_month: expect.any(Number),
  used: expect.any(Number),
  remaining: expect.any(Number),
  resets_at: instant,
}
