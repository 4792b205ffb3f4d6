import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { SettingError } from './parsers.ts'
import { defaultPlans, overridePlans, type Plans } from './plans.ts'
import { type SettingKey, type SettingValues, settings, toFileSettingName } from './settings.ts'

/** Configuration of one server, as plain data that can be passed to threads. */
export type Config = Omit<SettingValues, 'threads' | 'computeThreads' | 'publicUrl'> & {
  readonly threads: number
  readonly computeThreads: number
  readonly publicUrl: string
  readonly plans: Plans
}

export interface ConfigSources {
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Values from the command line, by setting. Flags override all other sources. */
  readonly flags?: Partial<Record<SettingKey, string | undefined>>
  /**
   * Path of the configuration file, which must exist if it is given. Defaults to FAIRWAY_CONFIG, then to ./fairway.json
   * if that file exists.
   */
  readonly file?: string | undefined
}

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] }

/** Maximum default number of threads. Each thread has its own scratch memory for every map. */
const MAX_COMPUTE_THREADS = 4
const DEFAULT_FILE = 'fairway.json'

/** Reads the flags, the environment and the file, in this order of precedence. Reports all errors at once. */
export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const environment = sources.environment ?? process.env
  const errors: string[] = []
  const file = readConfigFile(sources.file ?? environment.FAIRWAY_CONFIG, errors)
  const values = readValues(environment, sources.flags ?? {}, file, errors)
  const plans = overridePlans(defaultPlans(values.trialDays), file.plans, errors)
  errors.push(...findContradictions(values))
  if (errors.length > 0) return { ok: false, errors }
  const config: Config = {
    ...values,
    dataDir: resolve(values.dataDir),
    threads: values.threads ?? availableParallelism(),
    computeThreads: values.computeThreads ?? Math.min(MAX_COMPUTE_THREADS, Math.max(1, availableParallelism() - 1)),
    publicUrl: values.publicUrl ?? `http://localhost:${values.port}`,
    plans,
  }
  return { ok: true, config, warnings: listUnknownVariables(environment) }
}

function readConfigFile(configuredPath: string | undefined, errors: string[]): Record<string, unknown> {
  const path = configuredPath ?? DEFAULT_FILE
  if (!existsSync(path)) {
    if (configuredPath) errors.push(`the configuration file ${path} does not exist`)
    return {}
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    errors.push(`the configuration file ${path} ${describeReadError(error as Error)}`)
    return {}
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    errors.push(`the configuration file ${path} must contain one JSON object`)
    return {}
  }
  const knownNames = new Set(['plans', ...Object.values(settings).map(toFileSettingName)])
  for (const key of Object.keys(content)) {
    if (!knownNames.has(key)) errors.push(`${path}: ${key} is not a setting${suggestName(key, knownNames)}`)
  }
  return content as Record<string, unknown>
}

/** Describes the error without the file content. A JSON error would quote the content, which may include a password. */
function describeReadError(error: Error): string {
  if (!(error instanceof SyntaxError)) return `cannot be read: ${error.message}`
  const position = /\(line \d+ column \d+\)/.exec(error.message)?.[0]
  return position ? `is not valid JSON ${position}` : 'is not valid JSON'
}

function readValues(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Partial<Record<SettingKey, string | undefined>>,
  file: Record<string, unknown>,
  errors: string[],
): SettingValues {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const flag = flags[key as SettingKey]
    const environmentValue = environment[setting.env] === '' ? undefined : environment[setting.env]
    const fileValue = file[toFileSettingName(setting)]
    const [origin, rawValue] =
      flag !== undefined
        ? [`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, flag]
        : environmentValue !== undefined
          ? [setting.env, environmentValue]
          : [`${toFileSettingName(setting)} in the configuration file`, fileValue]
    values[key] = setting.fallback
    if (rawValue === undefined || rawValue === null) continue
    try {
      values[key] = setting.parse(toSettingString(rawValue) ?? '')
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      const displayedValue = 'secret' in setting && setting.secret ? 'invalid' : JSON.stringify(rawValue)
      errors.push(`${origin} is ${displayedValue}; ${error.message}`)
    }
  }
  return values as SettingValues
}

/**
 * Converts a value from the file to the string that an environment variable would contain. Returns undefined if there
 * is no such string.
 */
function toSettingString(rawValue: unknown): string | undefined {
  const values = Array.isArray(rawValue) ? rawValue : [rawValue]
  return values.some((value) => typeof value === 'object') ? undefined : values.join(',')
}

function findContradictions(values: SettingValues): string[] {
  const errors: string[] = []
  if (values.textProvider === 'webhook' && !(values.textWebhookUrl && values.textWebhookSecret)) {
    errors.push(
      'FAIRWAY_TEXT_PROVIDER is webhook; it requires FAIRWAY_TEXT_WEBHOOK_URL and FAIRWAY_TEXT_WEBHOOK_SECRET',
    )
  }
  if (values.textProvider === 'twilio' && !(values.twilioAccountSid && values.twilioAuthToken && values.twilioFrom)) {
    errors.push(
      'FAIRWAY_TEXT_PROVIDER is twilio; it requires FAIRWAY_TWILIO_ACCOUNT_SID, FAIRWAY_TWILIO_AUTH_TOKEN and FAIRWAY_TWILIO_FROM',
    )
  }
  if (values.mqttUrl && !values.mqttKey) errors.push('FAIRWAY_MQTT_URL is set; it requires FAIRWAY_MQTT_KEY')
  return errors
}

/**
 * Lists unknown variables with the prefix, which are probably misspelled. The result is only a warning, because other
 * programs may use these names.
 */
function listUnknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const knownNames = new Set(['FAIRWAY_CONFIG', ...Object.values(settings).map((setting) => setting.env)])
  return Object.keys(environment)
    .filter((name) => name.startsWith('FAIRWAY_') && !knownNames.has(name))
    .map((name) => `${name} is not a setting and was ignored${suggestName(name, knownNames)}`)
}

/** Suggests the known name with the fewest typos. A missing last word, as in `FAIRWAY_DATA`, counts as one typo. */
function suggestName(name: string, knownNames: Iterable<string>): string {
  let bestSetting: string | undefined
  let bestDistance = Math.max(2, name.length / 3)
  for (const candidate of knownNames) {
    const distance = candidate.startsWith(`${name}_`)
      ? 1
      : computeEditDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= bestDistance) [bestSetting, bestDistance] = [candidate, distance]
  }
  return bestSetting ? `; did you mean ${bestSetting}?` : ''
}

function computeEditDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replacementCost = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replacementCost, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
