import { findPostgres } from './postgres.ts'
import { findOnPath } from './processes.ts'
import { findRedis } from './redis.ts'

export type Backend = 'postgres' | 'redis' | 'chromium' | 'openssl'

const finders: Readonly<Record<Backend, () => string | undefined>> = {
  postgres: findPostgres,
  redis: findRedis,
  chromium: findChromium,
  openssl: () => findOnPath('openssl'),
}

export const backends = {
  postgres: findPostgres() !== undefined,
  redis: findRedis() !== undefined,
}

const warned = new Set<Backend>()

/** Returns the path of a browser. The headless shell comes first, because it needs half the CPU time. */
export function findChromium(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return names.map((name) => findOnPath(name)).find((path) => path !== undefined)
}

/**
 * Returns whether tests of this kind can run: `describe.skipIf(!requireOrSkip('postgres'))`. On a developer's machine,
 * a skip prints a warning. In CI, a skip is an error, because it would otherwise pass unnoticed.
 */
export function requireOrSkip(kind: Backend): boolean {
  if (finders[kind]() !== undefined) return true
  const advice = `${kind} is not installed: apt-get install postgresql redis-server chromium-headless-shell openssl`
  if (process.env.CI === 'true') throw new Error(`${advice} (a missing server is a failure in CI)`)
  if (!warned.has(kind)) console.warn(`\n*** SKIPPED: every test that needs ${kind}. ${advice} ***\n`)
  warned.add(kind)
  return false
}
