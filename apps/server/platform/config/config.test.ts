import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { type Config, type ConfigSources, loadConfig } from './config.ts'
import { type SettingKey, settings, toFileSettingName } from './settings.ts'

let folder: TempDir
let files = 0
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

function fileWith(content: unknown): string {
  const path = join(folder.path, `${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
/** Loads the configuration without the environment of the machine. */
function load(sources: ConfigSources) {
  return loadConfig({ environment: {}, ...sources })
}
function configOf(sources: ConfigSources): Config {
  const loaded = load(sources)
  if (!loaded.ok) throw new Error(loaded.errors.join('\n'))
  return loaded.config
}
function listErrors(sources: ConfigSources): readonly string[] {
  const loaded = load(sources)
  return loaded.ok ? [] : loaded.errors
}

/** Samples for every setting: two valid values with their meanings, and one invalid value. */
const samples: { readonly [K in SettingKey]: readonly [[string, Config[K]], [string, Config[K]], wrong: string] } = {
  port: [['8081', 8081], ['9000', 9000], '65536'],
  host: [['127.0.0.1', '127.0.0.1'], ['::1', '::1'], ' '],
  threads: [['3', 3], ['1', 1], '0'],
  computeThreads: [['3', 3], ['1', 1], '65'],
  anonymousMatrixPoints: [['2', 2], ['250', 250], '1'],
  anonymousBudgetMs: [['10', 10], ['10000', 10_000], '9'],
  liveRateScope: [['asset', 'asset'], ['account', 'account'], 'key'],
  webhookPrivateTargets: [['on', true], ['false', false], 'perhaps'],
  mqttUrl: [
    ['mqtt://broker.example', 'mqtt://broker.example'],
    ['wss://u:p@broker.example/mqtt', 'wss://u:p@broker.example/mqtt'],
    'http://broker.example',
  ],
  mqttTopic: [['fleet/{asset}', 'fleet/{asset}'], ['$share/g/a/#', '$share/g/a/#'], 'a/#/b'],
  mqttKey: [['fw_live_1', 'fw_live_1'], ['fw_live_2', 'fw_live_2'], ' '],
  mqttClientId: [['fairway-1', 'fairway-1'], ['fairway-2', 'fairway-2'], ' '],
  streamsPerAccount: [['1', 1], ['500', 500], '0'],
  mirrorUrl: [['https://a.example/osm/', 'https://a.example/osm'], ['http://b:81', 'http://b:81'], 'ftp://a.example'],
  regions: [['porto', ['porto']], ['europe/monaco, porto,porto', ['europe/monaco', 'porto']], 'Porto'],
  datasetsUrl: [['https://u:p@a.example/m/', 'https://u:p@a.example/m'], ['http://b:81', 'http://b:81'], 's3://maps'],
  datasetsRefreshSeconds: [['1', 1], ['86400', 86_400], '0'],
  nodeUrl: [['http://10.0.0.5:8080', 'http://10.0.0.5:8080'], ['https://a.example/', 'https://a.example'], '10.0.0.5'],
  embeddedRegion: [['off', false], ['true', true], 'perhaps'],
  samples: [['off', false], ['true', true], 'perhaps'],
  snapRadiusMeters: [['50', 50], ['2000', 2000], '0'],
  upstreamUrl: [['https://u:p@a.example/', 'https://u:p@a.example'], ['http://b:5000', 'http://b:5000'], 'ftp://u:p@a'],
  upstreamTimeoutMs: [['100', 100], ['9000', 9000], '99'],
  upstreamCacheSeconds: [['0', 0], ['60', 60], '86401'],
  gazetteer: [['off', false], ['true', true], 'perhaps'],
  seas: [['off', false], ['true', true], 'perhaps'],
  mapTiles: [['off', false], ['true', true], 'perhaps'],
  mapUploadMegabytes: [['0', 0], ['1024', 1024], '-1'],
  localKeys: [['on', true], ['false', false], 'perhaps'],
  compatMounts: [
    ['osrm:5000', [{ format: 'osrm', port: 5000 }]],
    [
      'google:Maps.example.com, vroom:80',
      [
        { format: 'google', host: 'maps.example.com' },
        { format: 'vroom', port: 80 },
      ],
    ],
    'osrm:65536',
  ],
  compatVendor: [['here', 'here'], ['map-box_1', 'map-box_1'], 'a/b'],
  defaultZones: [['off', false], ['true', true], 'perhaps'],
  geocoderUrl: [['https://u:p@a.example/', 'https://u:p@a.example'], ['http://b:8080', 'http://b:8080'], 'ftp://u:p@a'],
  geocoderContact: [['ops@a.example', 'ops@a.example'], ['https://b.example', 'https://b.example'], ' '],
  geocoderTimeoutMs: [['100', 100], ['9000', 9000], '99'],
  geocoderPerSecond: [['0.5', 0.5], ['20', 20], '0'],
  geocoderCacheDays: [['0', 0], ['7', 7], '3651'],
  trafficFeeds: [
    ['https://u:p@a.example/wzdx,/srv/speeds.csv', ['https://u:p@a.example/wzdx', '/srv/speeds.csv']],
    ['speeds.csv', ['speeds.csv']],
    'ftp://u:p@a.example',
  ],
  trafficRefreshSeconds: [['1', 1], ['300', 300], '0'],
  trafficMaxAgeMinutes: [['0', 0], ['60', 60], '10081'],
  fleetSpeedAccounts: [['1', 1], ['3', 3], '0'],
  dataDir: [['/srv/fairway', '/srv/fairway'], ['data', resolve('data')], ' '],
  publicUrl: [['https://a.example/', 'https://a.example'], ['http://b.example', 'http://b.example'], 'a.example'],
  databaseUrl: [
    ['postgres://u:p@a/db', 'postgres://u:p@a/db'],
    ['postgresql://b/db', 'postgresql://b/db'],
    'mysql://u:p@a',
  ],
  redisUrl: [['redis://a:1', 'redis://a:1'], ['rediss://b', 'rediss://b'], 'a:6379'],
  requireKey: [['true', true], ['off', false], 'maybe'],
  anonymousPerSecond: [['0.2', 0.2], ['7', 7], '0'],
  anonymousBurst: [['1', 1], ['50', 50], '0'],
  trialDays: [['14', 14], ['1', 1], '0'],
  signupsPerHour: [['0', 0], ['20', 20], '-1'],
  auditDays: [['1', 1], ['3650', 3650], '3651'],
  quotaAlertPct: [['80', 80], ['99.5', 99.5], '101'],
  trustProxy: [['1', 1], ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']], 'true'],
  bodyLimitBytes: [['2048', 2048], ['1024', 1024], '1023'],
  jobResultHours: [['0.5', 0.5], ['48', 48], '0'],
  jobLeaseSeconds: [['1', 1], ['60', 60], '0.5'],
  bodiesInFlightBytes: [['1048576', 1_048_576], ['2000000', 2_000_000], '1048575'],
  bodiesInFlightPerCaller: [['1048576', 1_048_576], ['2000000', 2_000_000], '1048575'],
  fastPath: [['false', false], ['true', true], 'maybe'],
  compression: [['false', false], ['true', true], 'gzip'],
  warmUp: [['false', false], ['true', true], 'maybe'],
  shedDelayMs: [['0', 0], ['500', 500], '-1'],
  shutdownGraceMs: [['0', 0], ['500', 500], '600001'],
  maxConnections: [['1', 1], ['500', 500], '0'],
  maxConnectionsPerAddress: [['1', 1], ['500', 500], '0'],
  drainSeconds: [['0', 0], ['600', 600], '601'],
  databaseWaitSeconds: [['0', 0], ['5', 5], '3601'],
  minFreeMegabytes: [['0', 0], ['5', 5], '-1'],
  logLevel: [['warn', 'warn'], ['debug', 'debug'], 'verbose'],
  slowRequestMs: [['0', 0], ['250', 250], '600001'],
  otlpEndpoint: [['http://c:4318', 'http://c:4318'], ['https://d', 'https://d'], 'c:4318'],
  otlpHeaders: [['a=1', 'a=1'], ['b=2', 'b=2'], ' '],
  serviceName: [['routes', 'routes'], ['maps', 'maps'], ' '],
  traceSampleRatio: [['0', 0], ['0.25', 0.25], '1.1'],
  metricIntervalMs: [['1000', 1000], ['5000', 5000], '999'],
  smtpUrl: [['smtp://u:p@a', 'smtp://u:p@a'], ['smtps://b', 'smtps://b'], 'http://u:p@a'],
  mailFrom: [['a@a.example', 'a@a.example'], ['B <b@b.example>', 'B <b@b.example>'], ' '],
  textProvider: [['none', 'none'], ['none', 'none'], 'pigeon'],
  smsPerAccount: [['0', 0], ['20', 20], '-1'],
  smsPerNumber: [['0', 0], ['20', 20], '1.5'],
  smsPerDay: [['0', 0], ['20', 20], 'many'],
  textWebhookUrl: [
    ['https://a.example/x', 'https://a.example/x'],
    ['http://b.example', 'http://b.example'],
    'a.example',
  ],
  textWebhookSecret: [['s1', 's1'], ['s2', 's2'], ' '],
  twilioAccountSid: [['AC1', 'AC1'], ['AC2', 'AC2'], ' '],
  twilioAuthToken: [['t1', 't1'], ['t2', 't2'], ' '],
  twilioFrom: [['+1', '+1'], ['MG1', 'MG1'], ' '],
  twilioUrl: [['http://127.0.0.1:1', 'http://127.0.0.1:1'], ['http://b', 'http://b'], 'b'],
}
const keys = Object.keys(settings) as SettingKey[]

describe.each(keys)('%s', (key) => {
  const setting = settings[key]
  const name = toFileSettingName(setting)
  const [[first, firstValue], [second, secondValue], wrong] = samples[key]

  /** Other settings that the setting requires. */
  const needs: Record<string, string> = key === 'mqttUrl' ? { FAIRWAY_MQTT_KEY: 'k' } : {}

  test('is read from a flag, the environment or the file', () => {
    expect(configOf({ environment: needs, flags: { [key]: first } })[key]).toEqual(firstValue)
    expect(configOf({ environment: { ...needs, [setting.env]: first } })[key]).toEqual(firstValue)
    expect(configOf({ environment: needs, file: fileWith({ [name]: first }) })[key]).toEqual(firstValue)
  })

  test('prefers the flag over the environment, the environment over the file, the file over the default', () => {
    const file = fileWith({ [name]: first })
    const environment = { ...needs, [setting.env]: second }
    expect(configOf({ file, environment })[key]).toEqual(secondValue)
    expect(configOf({ file, environment: { ...needs, [setting.env]: '' } })[key]).toEqual(firstValue)
    expect(configOf({ file, environment, flags: { [key]: first } })[key]).toEqual(firstValue)
    // An overridden value is not validated.
    expect(configOf({ file: fileWith({ [name]: wrong }), environment })[key]).toEqual(secondValue)
  })

  test('reports an invalid value with its source and the expected value', () => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const origins: [string, ConfigSources][] = [
      [flag, { flags: { [key]: wrong } }],
      [setting.env, { environment: { [setting.env]: wrong } }],
      [`${name} in the configuration file`, { file: fileWith({ [name]: wrong }) }],
    ]
    for (const [origin, sources] of origins) {
      const errors = listErrors(sources)
      expect(errors.length).toBe(1)
      expect(errors[0]).toMatch(
        new RegExp(`^${RegExp.escape(origin)} is .*; it must be ${RegExp.escape(setting.parse.expects)}$`),
      )
    }
  })
})

describe('defaults', () => {
  test('give every setting a working value', () => {
    const config = configOf({})
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      threads: availableParallelism(),
      dataDir: resolve('var'),
      publicUrl: 'http://localhost:8080',
      requireKey: false,
      anonymousPerSecond: 5,
      anonymousBurst: 100,
      trialDays: 7,
      signupsPerHour: 5,
      auditDays: 365,
      quotaAlertPct: 90,
      trustProxy: false,
      textProvider: 'none',
      smsPerAccount: 5,
      smsPerNumber: 5,
      smsPerDay: 1000,
    })
    for (const key of ['databaseUrl', 'redisUrl', 'smtpUrl'] as const) expect(config[key]).toBeUndefined()
    expect(structuredClone(config)).toEqual(config)
  })

  test('derive the public URL from the port, and the trial from its days', () => {
    expect(configOf({ flags: { port: '9001' } }).publicUrl).toBe('http://localhost:9001')
    expect(configOf({ flags: { trialDays: '30' } }).plans.trial.days).toBe(30)
  })
})

describe('configuration file', () => {
  test('is named by an option or by FAIRWAY_CONFIG, and the option wins', () => {
    const [testedSources, two] = [fileWith({ port: 1001 }), fileWith({ port: 1002 })]
    expect(configOf({ environment: { FAIRWAY_CONFIG: two } }).port).toBe(1002)
    expect(configOf({ file: testedSources, environment: { FAIRWAY_CONFIG: two } }).port).toBe(1001)
  })

  test('accepts JSON numbers, strings and lists; null means not set', () => {
    const file = fileWith({
      port: 9002,
      require_key: true,
      trust_proxy: ['10.0.0.0/8', '::1'],
      host: null,
      shed_delay_ms: 0,
    })
    expect(configOf({ file })).toMatchObject({
      port: 9002,
      requireKey: true,
      trustProxy: ['10.0.0.0/8', '::1'],
      host: '127.0.0.1',
      shedDelayMs: 0,
    })
  })

  test.each([
    ['host', { a: 1 }],
    ['data_dir', ['a', ['b']]],
    ['port', {}],
    ['require_key', { true: true }],
  ])('rejects %s set to %j', (name, value) => {
    const [fault = ''] = listErrors({ file: fileWith({ [name]: value }) })
    expect(fault).toContain(`${name} in the configuration file`)
    expect(fault).toContain('it must be ')
  })

  test('must exist when it is named, and is optional otherwise', () => {
    const file = join(folder.path, 'missing.json')
    expect(listErrors({ file })).toEqual([`the configuration file ${file} does not exist`])
    expect(listErrors({ environment: { FAIRWAY_CONFIG: file } })).toEqual([
      `the configuration file ${file} does not exist`,
    ])
    expect(listErrors({})).toEqual([])
  })

  test.each(['[]', '"port"', '5', 'null'])('is rejected when it contains %s', (content) => {
    const file = fileWith(content)
    expect(listErrors({ file })).toEqual([`the configuration file ${file} must contain one JSON object`])
  })

  test('is reported by name when it is not JSON', () => {
    const file = fileWith('{ "port": 8080,, }')
    const errors = listErrors({ file })
    expect(errors.length).toBe(1)
    expect(errors[0]).toContain(file)
    expect(listErrors({ file: folder.path })[0]).toContain(folder.path)
  })

  test('is rejected with an unknown key, and a similar key is suggested', () => {
    const file = fileWith({ prot: 8080, require_keys: true, plnas: {}, zzzzzzzzzzzz: 1, FAIRWAY_HOST: 'x' })
    expect(listErrors({ file })).toEqual([
      `${file}: prot is not a setting; did you mean port?`,
      `${file}: require_keys is not a setting; did you mean require_key?`,
      `${file}: plnas is not a setting; did you mean plans?`,
      `${file}: zzzzzzzzzzzz is not a setting`,
      expect.stringContaining(`${file}: FAIRWAY_HOST is not a setting`),
    ])
  })

  test('overrides plans', () => {
    const { plans } = configOf({
      file: fileWith({ trial_days: 3, plans: { pro: { per_second: 80 }, trial: { burst: 5 } } }),
    })
    expect(plans.pro).toMatchObject({ perSecond: 80, burst: 160 })
    expect(plans.trial).toMatchObject({ days: 3, burst: 5 })
  })
})

describe('configuration errors', () => {
  test('are reported all at once, from every source', () => {
    const errors = listErrors({
      flags: { port: 'x' },
      environment: { FAIRWAY_LOG_LEVEL: 'loud', FAIRWAY_TEXT_PROVIDER: 'webhook', DATABASE_URL: 'nowhere' },
      file: fileWith({ threads: 0, hots: 'a', plans: { gold: {}, pro: { burst: -1 } } }),
    })
    const about = [
      'hots',
      '--port',
      'threads',
      'DATABASE_URL',
      'FAIRWAY_LOG_LEVEL',
      'plans.gold',
      'plans.pro.burst',
      'FAIRWAY_TEXT_PROVIDER',
    ]
    expect(errors.length).toBe(about.length)
    for (const mention of about) expect(errors.filter((fault) => fault.includes(mention)).length).toBe(1)
  })

  const secrets = keys.filter((key) => 'secret' in settings[key])
  test('include several secret settings in the checks', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(5)
  })

  test.each(secrets)('never show %s, wherever it appears', (key) => {
    const { env, parse } = settings[key]
    const secret = 'hunter2-hunter2'
    const unusable = parse.expects.startsWith('a string') ? [] : [`wrong://u:${secret}@host`]
    const name = toFileSettingName(settings[key])
    const sources: ConfigSources[] = [
      ...unusable.flatMap((value) => [
        { flags: { [key]: value } },
        { environment: { [env]: value } },
        { file: fileWith({ [name]: value }) },
      ]),
      { file: fileWith({ [name]: { value: secret } }) },
      { file: fileWith({ [name]: [[secret], {}] }) },
      { file: fileWith(`{"${name}": ${secret}}`) },
      { file: fileWith(`{"${name}": "${secret}" x}`) },
      { file: fileWith(`{"${name}": "${secret}`) },
      { file: fileWith(`{"${name}": '${secret}'}`) },
      { file: fileWith(`"${name}": "${secret}"`) },
      { environment: { [env]: `wrong://${secret}`, PORT: 'x' } },
    ]
    for (const testedSources of sources) {
      const errors = listErrors(testedSources)
      expect(errors.length, JSON.stringify(testedSources)).toBeGreaterThan(0)
      expect(errors.join('\n')).not.toContain('unter2')
    }
  })

  test.each([
    ['webhook', { FAIRWAY_TEXT_WEBHOOK_URL: 'https://a.example', FAIRWAY_TEXT_WEBHOOK_SECRET: 's' }],
    ['twilio', { FAIRWAY_TWILIO_ACCOUNT_SID: 'AC1', FAIRWAY_TWILIO_AUTH_TOKEN: 't', FAIRWAY_TWILIO_FROM: '+1' }],
  ])('report an SMS provider (%s) with missing settings', (provider, needs) => {
    const environment = { FAIRWAY_TEXT_PROVIDER: provider, ...needs }
    expect(configOf({ environment }).textProvider).toBe(provider)
    for (const missing of Object.keys(needs)) {
      const [fault = ''] = listErrors({ environment: { ...environment, [missing]: undefined } })
      expect(fault).toContain(`FAIRWAY_TEXT_PROVIDER is ${provider}; it requires`)
      for (const name of Object.keys(needs)) expect(fault).toContain(name)
    }
  })
})

test.each(['', '/a', 'a//b', 'a+/b', 'a/{asset}/{asset}', 'a/{name}', '$share/g'])(
  'rejects a pattern of MQTT topics that is not a filter: %j',
  (topic) => {
    expect(listErrors({ flags: { mqttTopic: topic } })).toHaveLength(1)
  },
)

test('reports an MQTT broker without the key for its positions', () => {
  expect(listErrors({ environment: { FAIRWAY_MQTT_URL: 'mqtt://localhost' } })).toEqual([
    'FAIRWAY_MQTT_URL is set; it requires FAIRWAY_MQTT_KEY',
  ])
})

describe('environment', () => {
  test('suggests the setting whose last word is missing', () => {
    const loaded = load({ environment: { FAIRWAY_DATA: '/tmp/maps' } })
    expect(loaded.ok && loaded.warnings).toEqual([
      'FAIRWAY_DATA is not a setting and was ignored; did you mean FAIRWAY_DATA_DIR?',
    ])
  })

  test('warns about a misspelled variable with a suggestion, but not about unrelated variables', () => {
    const loaded = load({
      environment: { FAIRWAY_REQIRE_KEY: 'true', FAIRWAY_QQQQQQQQQQQQQQQQ: '1', PATH: '/bin', FAIR: 'x' },
    })
    expect(loaded).toMatchObject({ ok: true })
    expect(loaded.ok && loaded.warnings).toEqual([
      'FAIRWAY_REQIRE_KEY is not a setting and was ignored; did you mean FAIRWAY_REQUIRE_KEY?',
      'FAIRWAY_QQQQQQQQQQQQQQQQ is not a setting and was ignored',
    ])
  })

  test('does not warn about known variables', () => {
    const environment = Object.fromEntries(keys.map((key) => [settings[key].env, samples[key][0][0]]))
    const loaded = load({ environment: { ...environment, FAIRWAY_CONFIG: fileWith({}) } })
    expect(loaded.ok && loaded.warnings).toEqual([])
  })
})
