import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planNames } from '../../apps/server/platform/config/plans.ts'
import { settings } from '../../apps/server/platform/config/settings.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { runCli, runJson } from './run-cli.ts'
import { runHere } from './run-here.ts'

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

const names = Object.values(settings).map(({ env }) => env)

/** Valid setting values that are easy to recognize in the output. */
const secrets = {
  DATABASE_URL: 'postgres://fairway:sesame@db.example/fairway',
  REDIS_URL: 'redis://:sesame@redis.example',
  FAIRWAY_DATASETS_URL: 'https://fairway:sesame@maps.example',
  FAIRWAY_GEOCODER_URL: 'https://fairway:sesame@nominatim.example',
  FAIRWAY_MQTT_KEY: 'fw_live_sesame',
  FAIRWAY_MQTT_URL: 'mqtts://fairway:sesame@broker.example',
  FAIRWAY_SMTP_URL: 'smtp://fairway:sesame@mail.example',
  FAIRWAY_TEXT_WEBHOOK_SECRET: 'sesame',
  FAIRWAY_TEXT_WEBHOOK_URL: 'https://hooks.example/sesame',
  FAIRWAY_TRAFFIC_FEEDS: 'https://fairway:sesame@feeds.example/wzdx',
  FAIRWAY_TWILIO_AUTH_TOKEN: 'sesame',
  FAIRWAY_UPSTREAM_URL: 'https://fairway:sesame@osrm.example',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=sesame',
}

test('covers all secrets', () => {
  const secret = Object.values(settings).filter((setting) => 'secret' in setting && setting.secret)
  expect(secret.map(({ env }) => env).sort()).toEqual(Object.keys(secrets).sort())
})

test('shows every setting and no secret, as JSON and as text', async () => {
  const shown = await runJson(['config'], { env: secrets })
  expect(Object.keys(shown)).toEqual([...names, 'plans'])
  expect(Object.keys(shown.plans as object)).toEqual(planNames)
  expect(shown).toMatchObject({ DATABASE_URL: '(set, not shown)', FAIRWAY_TRIAL_DAYS: 7 })
  expect(JSON.stringify(shown)).not.toContain('sesame')

  const { code, stdout, stderr } = await runCli(['config'], { env: { ...secrets, FAIRWAY_THREDS: '2' } })
  expect(code).toBe(0)
  for (const name of names) expect(stdout).toMatch(new RegExp(`^${name}( |$)`, 'm'))
  expect(stdout + stderr).not.toContain('sesame')
  expect(stderr).toBe('fairway: FAIRWAY_THREDS is not a setting and was ignored; did you mean FAIRWAY_THREADS?\n')
})

test.each(['config', 'serve', 'admin list'])('%s lists all configuration errors, with exit code 2', async (words) => {
  const file = join(folder.path, 'config.json')
  await writeFile(file, JSON.stringify({ trial_dayz: 7, plans: { gold: {}, pro: { per_second: -1 } } }))
  vi.stubEnv('PORT', '99999')
  vi.stubEnv('FAIRWAY_LOG_LEVEL', 'loud')
  vi.stubEnv('FAIRWAY_TEXT_PROVIDER', 'webhook')
  vi.stubEnv('DATABASE_URL', 'mysql://fairway:sesame@db.example/fairway')
  const { code, stdout, stderr } = await runHere(...words.split(' '), '--config', file)
  vi.unstubAllEnvs()

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  const [title, ...faults] = stderr.trimEnd().split('\n')
  expect(title).toBe('fairway: the configuration is invalid:')
  const about = ['trial_dayz', 'PORT', 'DATABASE_URL', 'FAIRWAY_LOG_LEVEL', 'plans.gold', 'plans.pro', 'TEXT_PROVIDER']
  for (const name of about) expect(faults.filter((fault) => fault.includes(name)).length, name).toBe(1)
  expect(faults).toHaveLength(about.length)
  expect(stderr).not.toContain('sesame')
})
