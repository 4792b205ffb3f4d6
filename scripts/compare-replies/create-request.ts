import { callTemplates, valuesByField } from './calls.ts'
import { createFields, createValue } from './create-values.ts'
import type { EarlierReplies } from './earlier-replies.ts'
import { type Fields, getAt, type Maybe, parseJson, splitWords } from './json.ts'
import { createRandom, type Random } from './random.ts'

export interface CreatedRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly fields: Fields
  /** Body that is sent instead of the fields. */
  readonly rawBody?: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RequestOptions {
  readonly seed: string
  readonly liveKey: string
  readonly logFile: string
}

/** The first requests register assets, because later requests need them. */
const ASSET_REQUESTS = 12

/** Creates a request from its index and the earlier replies. A quarter of the requests are invalid. */
export function createRequest(index: number, earlier: EarlierReplies, options: RequestOptions): CreatedRequest {
  const { seed, liveKey, logFile } = options
  const random = createRandom(`${seed} ${index}`)
  const call = (index < ASSET_REQUESTS ? callTemplates[0] : random.of(callTemplates)) ?? ''
  const [, operation = '', method = '', template = '', names = ''] = /^\d+ ((\S+) (\S+))(.*)$/s.exec(call) ?? []
  const assetKind = /assets\/\{(\w+)\}/.exec(template)?.[1]
  const asset = random.of(earlier.assets.filter(({ kind }) => assetKind === 'asset' || kind === assetKind).slice(-4))
  const route = random.of(earlier.routes.slice(-40)) ?? {}
  const context = { random, earlier, route, asset, stopCount: random.int(2, 11), logFile }
  earlier.strings.set('index', String(index))
  const fields = createFields(context, splitWords(names))
  const path = template.replace(/\{(\w+)\}/g, (_, name) =>
    String(assetKind ? asset?.id : createValue(context, valuesByField.get(name) ?? '')),
  )
  const headers = createHeaders(path, earlier, random, liveKey)
  const request: CreatedRequest = { operation, method, path, fields, headers }
  if (!random.chance(0.25)) return request
  const change = random.of(random.chance(0.5) ? [changeValue] : invalidChanges)
  return { ...request, ...change(request, random) }
}

function createHeaders(
  path: string,
  { strings }: EarlierReplies,
  random: Random,
  liveKey: string,
): Record<string, string> {
  return {
    host: 'fairway.test',
    ...(random.chance(/^.v1.(assets|account)/.test(path) ? 0.97 : 0.15) && { 'x-api-key': liveKey }),
    ...(random.chance(0.02) && { 'x-api-key': strings.get('own') ?? 'none' }),
    ...(path.startsWith('/account') && { cookie: strings.get('cookie') ?? '' }),
    ...(path.endsWith('/live') &&
      random.chance(0.5) && { 'x-service-live-channel': random.of(splitWords('web api api fax')) }),
    ...(random.chance(0.04) && { origin: 'https://example.org' }),
    ...(random.chance(0.05) && { connection: 'close' }),
  }
}

const INVALID_VALUES = splitWords(
  'gone null true -1 0 1e9 91.5 x [] {} [[1]] {"__proto__":{}} ["a"] tomorrow 2026-02-30T00:00:00Z',
)
const INVALID_POINTS = splitWords(
  '[0,0] [91.2,-56] [-34.9,-200] [48.85,2.35] [-34.93,-56.3] [-34.9] ["a"] [-56.17,-34.9] gone',
)

type Change = (request: CreatedRequest, random: Random) => Partial<CreatedRequest>

const changeValue: Change = ({ fields }, random) => ({ fields: { ...(invalidateValue(fields, random, 1) as Fields) } })

const invalidChanges: readonly Change[] = [
  (_, random) => ({ method: random.of(splitWords('GET POST PUT PATCH DELETE HEAD OPTIONS')) }),
  ({ path }, random) => ({ path: path + random.of(splitWords('/x x / %00')) }),
  ({ headers }, random) => ({ headers: { ...headers, 'x-api-key': random.of(['x', `fw_live_${'A'.repeat(32)}`]) } }),
  ({ headers }, random) => ({
    headers: { ...headers, [random.of(splitWords('content-type content-encoding'))]: 'text/plain' },
  }),
  ({ fields }, random) => ({ rawBody: random.of([JSON.stringify(fields).slice(0, 13), ...INVALID_VALUES]) }),
  ({ fields }, random) => ({
    fields: { ...fields, [random.of(splitWords('avoidd From unknown'))]: random.of([1, 'x']) },
  }),
  changeValue,
]

/** Replaces one value with an invalid value. Search limits stay unchanged because they make replies reproducible. */
function invalidateValue(value: Maybe, random: Random, depth: number): Maybe {
  const isPoint = Array.isArray(value) && value.length === 2 && typeof value[0] === 'number'
  const names = typeof value === 'object' && !isPoint ? Object.keys(value ?? {}) : []
  const name = random.of(names.filter((field) => !/^(max_iterations|budget_ms)$/.test(field)))
  const word = random.of(isPoint ? INVALID_POINTS : INVALID_VALUES)
  if (name === undefined || (depth <= 0 && random.chance(0.6)))
    return word === 'gone' ? undefined : parseJson(word, word)
  const inner = { [name]: invalidateValue(getAt(value, name), random, depth - 1) }
  return Array.isArray(value) ? Object.assign([...value], inner) : { ...(value as Fields), ...inner }
}
