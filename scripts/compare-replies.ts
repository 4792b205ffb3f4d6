/**
 * Verifies that two versions of the service return the same replies. `record` sends thousands of
 * requests to a running server, one after the other, and stores the replies. `compare` compares two
 * recordings byte by byte.
 *
 *   node compare-replies.ts record <base-url> <file.ndjson.gz> [--count 12000] [--seed 1] [--live-key KEY] [--log FILE]
 *   node compare-replies.ts compare <a.ndjson.gz> <b.ndjson.gz>
 *
 * Each recording needs a separate server with a new data folder, one thread, and limits that are
 * never reached. The clock of the server is frozen, so that replies do not depend on the current
 * time. Run these commands in bash with Node 24:
 *
 *   HERE=/path/to/checkout; mkdir /tmp/a && cd /tmp/a
 *   echo '{"incidents":[{"kind":"closure","at":[-34.8945,-56.1649]},{"kind":"weather","speed_kmh":30,"area":[
 *     [-34.89,-56.2],[-34.87,-56.2],[-34.87,-56.1]]}]}' > feed.json; touch -d 2026-06-16T14:59Z feed.json
 *   FREE='"per_second":1e6,"web_polls_per_s":1e6,"api_live_polls_per_s":1e6,"gps_push_per_s":1e6,"max_assets":1e4'
 *   echo '{"plans":{"military":{'$FREE'},"trial":{"per_second":1e6}},"anonymous_per_second":1e6,"anonymous_burst":1e6,
 *     "threads":1,"shed_delay_ms":0,"fleet_speed_accounts":1000,"traffic_feeds":["/tmp/a/feed.json"],"data_dir":"data",
 *     "traffic_max_age_minutes":0,"public_url":"http://fairway.test","host":"127.0.0.1","port":18080}' > fairway.json
 *   export NODE_OPTIONS='--import=data:text/javascript,Date.now=()=>1781622000000'
 *   fairway() { node $HERE/apps/server/bin/fairway.js "$@"; }
 *   KEY=$(fairway admin issue-key --email live@example.com --plan military --json | grep -o 'fw_live_[A-Za-z0-9]*')
 *   fairway serve > server.log 2>&1 & unset NODE_OPTIONS
 *   node $HERE/scripts/compare-replies.ts record http://127.0.0.1:18080 a.ndjson.gz --live-key $KEY --log server.log
 *   kill %1
 *
 * Requests to assets need the key, and sign-ins to the account area need the codes from the log.
 * Without the key and the log, the server rejects these requests. A quarter of the requests are
 * invalid. Random ids may differ between recordings, but they must correspond one to one.
 */
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

type Json = null | boolean | number | string | Json[] | Fields
type Fields = { [name: string]: Json | undefined }
type Maybe = Json | undefined
type Texts = Record<string, string>
/** Fields that are not compared, each with the reason. */
const IGNORED: Readonly<Texts> = {
  solve_ms: 'the time that a search took',
  matrix_ms: 'the time that a matrix took',
  hint: 'the last letters of a random key',
  'GET /account/keys keys':
    'sorted by age, and then by random id because the clock is frozen; other replies contain the same data',
  'GET /healthz version': 'the version of the package, which changes with every release',
}
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
/** Fields with strings for users, directly or in lists. These strings are compared and counted separately. */
const TEXTS = words(`detail instruction html_instructions description summary title text distance_text label warnings
  notes rule why error_message given_infeasible attribution attributions copyrights start_address end_address x-demand`)
const HEADERS = words('content-type x-error-code allow link cache-control content-disposition www-authenticate vary')
/** Matches random ids of routes, assets, accounts and keys, and the challenges and codes of sign-ins. */
const ID = /\b(?:rt|as|acc|key|sgn|fw_live)_[\w-]{12,}|(?<="code":")\d{6}/g
/** Time of the frozen server clock in milliseconds: noon on a Tuesday in Montevideo. */
const NOW_MS = 1_781_622_000_000

const TIME = '2026-06-16T08:30:00Z|2026-06-16T17:45:00-03:00|2026-06-20T02:00:00Z|2026-06-21T23:59:59.5Z'
const PORT = 'NLRTM|UYMVD|SGSIN|USNYC|Santos|Hamburg|[-34.9,-56.22]|[-34.58,-58.36]|[51.95,3.9]|[21,-158]|[35.4,140]'
const QUERY = `18~de~julio~1234,~montevideo|18~de~Julio~y~Ejido|Plaza~Independencia|avenida~italia|Bulevar~Artigas~1500
  |pocitos|tres~cruces|-34.9059,-56.1913|48Q59R6X+9G|Lisbon|Paris,~France|New~York|Rotterdam|SUMU|11200|São~Paulo|a
  |Avenda~Itala|8~de~octubre~2500|colonia~y~yaguaron|Springfield|東京|Prado|Apotheke|zzqqxx|Malvín|JFK`
// Grammar of the field values: a number in a range (1..9, default 1..30), one of several words (a|b), a list with one
// item per stop (*), an object with some of these fields ({a+b}), a value from an earlier reply ($) or a generated
// value (@). In strings, ~ means a space and ¦ means a bar.
const FIELDS = `from=@point to=@point via=@points position=@near|@near|@old.steps.2.maneuver.at|@old.legs.0.from
  stops=@points steps=true|false heading=0..360 geometry=points|polyline|polyline6|geojson|none depart_at=${TIME}
  alternatives=0|1|2|3|true|false arrive_by=${TIME} language=en|de|es|es-ES|fr|pt-BR|it|nl|pl|ru|zh-Hans|ja|sv|fi|he|tlh
  units=metric|imperial avoid=[]|["tolls"]|["motorways","unpaved"]|["unpaved"]|["ferries","tunnels"] avoid_areas=@areas
  reply=delta|full removed_stops=[0]|[[-34.9,-56.1]] geometry_format=points|polyline|polyline6|geojson points=@side
  vehicle={"height_m":2.6}|{"weight_t":7.5}|{"hazmat":true,"width_m":2}|{"height_m":4.2,"length_m":18,"axle_load_t":9}
  origins=@side destinations=@side metrics=["distance"]|["duration","free_flow"]|["free_flow"] max_iterations=20..120
  budget_ms=10000 vehicles=1..3 roundtrip=true|false objective=distance|duration start=@point|0|1|any end=@point|0|any
  demands=*0..3 time_windows=*null|[0,90]|[[10,50],[60,200]] skills=*[]|["lift"] priorities=*0..100 shift=[0,300]
  given=[[1]] pairs=[{"pickup":1,"delivery":2}] breaks=[{"duration_min":15}] matrix={distances_km!+durations_min!}
  distances_km=**0.1..20.0 durations_min=**0.1..30.0 balance=true|stops|duration odd=montevideo-sample|mars
  max_route_min=30..200 fleet=[{"capacity":5,"skills":["lift"]},{"max_km":40}] conditions={weather+light+visibility_m}
  visibility_m=50..9000 weather=dry|light_rain|rain|fog light=daylight|twilight|night wind={speed_ms!+from_deg!}
  max_altitude_m=60..400 aircraft={cruise_speed_ms+range_km+reserve_pct+max_altitude_m+wind_limit_ms} range_km=15..90
  altitude_m=10..130 authorisations=["airport:SUMU","airport:SUAA"] format=json|plan|geojson country=UY|us q=${QUERY}
  corridors=prefer|only|ignore vessel={speed_kn+draft_m+beam_m+air_draft_m} unwrap=true|false near=-34.9,-56.19|40.7,-74
  allow=["northwest"]|["northeast","corinth"] lang=en|de|es|fr|ja|pt-BR|x radius_m=50..5000 by=road|straight brand=ancap
  open_at=2026-06-16T20:30|${TIME} lat=-34.9..-34.84|-34.9..-34.84|-60.0..70.0 region=uy key=abc mode=driving|walking
  lon=-56.2..-56.04|-56.2..-56.04|-179.0..179.0 origin=@point|@point|@point|place_id:$pid|${QUERY} name=Ada|Van
  category=atm|cafe|charging|checkpoint|food|fuel|hospital|hotel|parking|police|speed_camera|zoo arrival_time=1781640000
  destination=@point|@point|${QUERY} departure_time=now|1781630000|1 email=user$index@example.com|user1@example.com
  waypoints=optimize:true¦-34.88,-56.15¦-34.9,-56.18|via:-34.89,-56.16|pocitos¦-34.9,-56.16 phone=+59821234567|"12"
  plan=trial|free|pro|gold label=app challenge=$challenge code=@code|@code|"000000" shares_traffic=true|false
  kid=$kid reference=r-7 after=$next|n1 kind=vehicle|vehicle|robot|drone|vessel at=@fix time=@time _type=location
  profile={"vehicle":{"height_m":3}}|{"aircraft":{"range_km":20}} tst=@time timestamp=@time until=2026-06-16T15:00:00Z
  positions=*{at!+time!+speed_ms+heading+battery_pct+altitude_m} x=5627..5645 y=9881..9889`
const VALUES = new Map(words(FIELDS.replace(/\s+\|/g, '|')).map((one) => [one.split('=')[0], one.replace(/\w+=/, '')]))
const [TELL, ROADS] = ['steps geometry alternatives depart_at arrive_by?', 'avoid avoid_areas? vehicle?']
const AGAIN = `position position to? stops? removed_stops? geometry_format? reply min_gain_min? heading? ${ROADS}`
const ORDER = 'stops!=*@point max_iterations! budget_ms! vehicles roundtrip seed depart_at objective start? end?'
const FLIGHT = 'via aircraft wind? authorisations depart_at steps geometry corridors altitude_m? margin_m?'
const VOYAGE = `from!=${PORT} to!=${PORT} via?=["suez"]|["Santos"]|[[36.1,-5.4]] vessel allow unwrap steps geometry
  depart_at alternatives!=0|0|0|1|3 arrive_by? avoid=["suez"]|["panama","Suez~Canal"]|["Dover"]|["nowhere"]`
// Each call has a frequency, an operation and fields. Fields with ! are always present, and fields with ? are rare.
// `max_iterations` makes the result of a search reproducible.
const CALLS = `5 POST /v1/assets name! kind! category=civil|military reference profile? 60 POST /v1/route from! to!
  6 GET /v1/assets limit after 200 POST /v1/route from! to! via heading? ${TELL} language units ${ROADS} 4 GET /account
  70 POST /v1/reroute geometry!=@old.geometry|@old.geometry|@old.alternatives.0.geometry ${AGAIN} 3 GET /account/keys
  50 POST /v1/reroute route_id!=@old.id ${AGAIN} 50 POST /v1/matrix points! metrics depart_at ${ROADS} 1 GET /docs
  40 POST /v1/matrix origins! destinations! metrics depart_at ${ROADS} 25 POST /v1/optimize ${ORDER} 1 GET /openapi.json
  35 POST /v1/optimize ${ORDER} demands capacity time_windows? skills? priorities? pairs? shift? breaks? given? matrix?
  fleet? max_route_km? max_route_stops? max_route_min? service_min? balance? avoid? 15 POST /v1/optimise ${ORDER}
  60 POST /v1/av/route from!=@inside to!=@inside via? conditions odd? ${TELL} language units 5 GET /v1/account/usage
  60 POST /v1/drone/route from! to! format ${FLIGHT} 25 POST /v1/maritime/route ${VOYAGE} 1 POST /account/sign-out
  70 GET /v1/geocode q! limit near country lang 60 GET /v1/reverse lat! lon! lang 1 GET /v1/reverse lat!=0 lon!=0
  60 GET /v1/nearby lat! lon! radius_m limit open_at by brand? category lang 6 POST /account/sign-in email!=$email|a
  70 GET /v1/compat/google/directions/json origin! destination! waypoints alternatives=true|false
  avoid=tolls|highways|ferries mode? units language region departure_time? key arrival_time? 4 GET /account/usage days
  5 POST /v1/account/signup email! name phone? plan? 9 POST /account/sign-in/verify challenge! code! 3 GET /healthz
  4 POST /account/keys label 2 DELETE /account/keys/{kid} 2 POST /account/keys/{kid}/rotate overlap_hours
  3 PUT /account/phone phone! 1 DELETE /account/phone 3 PUT /account/traffic shares_traffic! 5 GET /v1/assets/{asset}
  22 POST /v1/assets/{vehicle}/route from to! via mode?=road|av steps geometry alternatives depart_at? ${ROADS}
  4 POST /v1/assets/{vessel}/route ${VOYAGE} 14 POST /v1/assets/{drone}/route from! to! ${FLIGHT} 1 GET /tiles/map.json
  8 POST /v1/assets/{robot}/route from! to! via steps geometry depart_at? 1 DELETE /v1/assets/{asset} 1 GET /readyz
  5 POST /v1/assets/{asset}/route reroute!=true steps geometry 10 GET /v1/assets/{asset}/route geometry=points|polyline
  30 POST /v1/assets/{asset}/position positions! 40 GET /v1/assets/{asset}/live 12 GET /tiles/14/{x}/{y}.mvt
  30 POST /v1/assets/{asset}/position at! time! speed_ms heading battery_pct altitude_m accuracy_m
  4 POST /v1/assets/{asset}/position _type! lat!=@fix.0 lon!=@fix.1 tst! batt 5 GET /tiles/traffic/14/{x}/{y}.mvt
  6 GET /v1/assets/{asset}/position lat!=@fix.0 lon!=@fix.1 timestamp! bearing batt
  12 GET /v1/assets/{asset}/track from!=2026-06-16T14:30:00Z until! limit format=json|geojson|gpx after?`
const DECK = CALLS.split(/\s+(?=\d+ [A-Z]+ \/)/).flatMap((one) => Array<string>(Number.parseInt(one, 10)).fill(one))
const WRONG = words('gone null true -1 0 1e9 91.5 x [] {} [[1]] {"__proto__":{}} ["a"] tomorrow 2026-02-30T00:00:00Z')
const BAD_POINTS = words('[0,0] [91.2,-56] [-34.9,-200] [48.85,2.35] [-34.93,-56.3] [-34.9] ["a"] [-56.17,-34.9] gone')
function dice(seed: string) {
  let count = 0
  const next = (): number => Number.parseInt(hash('sha1', `${seed} ${count++}`).slice(0, 8), 16) / 2 ** 32
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const of = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T
  const round = (least: number, most: number, digits = 4) => Number((least + next() * (most - least)).toFixed(digits))
  const many = <T>(least: number, most: number, make: () => T) => Array.from({ length: int(least, most) }, make)
  return { int, of, round, many, chance: (share: number): boolean => next() < share }
}
type Dice = ReturnType<typeof dice>
type Tracked = { readonly id: string; readonly kind: string; line: number[][]; along: number; timeMs: number }
type Scene = { readonly d: Dice; readonly old: Fields; readonly asset: Tracked | undefined; readonly stops: number }
/** Values from earlier replies that later requests need. */
const memory = { routes: [] as Fields[], assets: [] as Tracked[], words: new Map<string, string>() }
const dig = (value: Maybe, path: string): Maybe =>
  path.split('.').reduce<Maybe>((inner, name) => (inner as Fields | undefined)?.[name], value)
function parse(text: string, otherwise?: Json): Maybe {
  try {
    return JSON.parse(text) as Json
  } catch {
    return otherwise
  }
}
function fill(scene: Scene, names: readonly string[]): Fields {
  const given = names.filter((one) => scene.d.chance(/^\w+!/.test(one) ? 1 : /^\w+\?/.test(one) ? 0.06 : 0.3))
  const parts = given.map((one) => /^(\w+)[!?]?=?(.*)$/.exec(one) ?? [])
  return Object.fromEntries(parts.map(([, name = '', own]) => [name, make(scene, own || VALUES.get(name) || '1..30')]))
}
function make(scene: Scene, list: string): Maybe {
  const { d, stops } = scene
  if (list.startsWith('*')) return Array.from({ length: stops }, () => make(scene, list.slice(1)) ?? null)
  const word = d.of(list.split('|')).replace(/\$(\w+)/, (_, name) => memory.words.get(name) ?? 'none')
  const [, least, most = ''] = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(word) ?? []
  if (most) return most.includes('.') ? d.round(Number(least), Number(most)) : d.int(Number(least), Number(most))
  const [, kind, path = ''] = /^@(\w+)\.?(.*)$/.exec(word) ?? []
  if (kind) return path ? dig(KINDS[kind]?.(scene), path) : KINDS[kind]?.(scene)
  if (/^\{\w/.test(word)) return fill(scene, word.slice(1, -1).split('+'))
  return parse(word, word.replaceAll('~', ' ').replaceAll('¦', '|'))
}
const near = (p: Maybe, d: Dice, by: number) => (p as number[]).map((n) => Number((n + d.round(-by, by, 6)).toFixed(6)))
function point(d: Dice): number[] {
  if (d.chance(0.02)) return [d.round(-34.934, -34.814), d.round(-56.338, -55.986)]
  return [d.round(-34.905, -34.84, d.int(4, 6)), d.round(-56.2, -56.04, d.int(4, 6))]
}
const KINDS: Readonly<Record<string, (scene: Scene) => Maybe>> = {
  old: ({ old }) => old,
  point: ({ d }) => point(d),
  points: ({ d }) => d.many(0, 4, () => point(d)),
  side: ({ d }) => d.many(2, d.of([3, 6, 12, 25, d.chance(0.1) ? 130 : 5]), () => point(d)),
  areas: ({ d }) => [[point(d)].flatMap((middle) => d.many(3, 5, () => near(middle, d, 0.003)))],
  inside: ({ d }) => near([-34.904, -56.17], d, d.of([0.008, 0.015, 0.03])),
  near: ({ d, old }) => near(dig(old, `steps.${d.int(0, 6)}.maneuver.at`) ?? point(d), d, d.of([0.0001, 0.003])),
  time: ({ d, asset }) => d.of<Json>([asset?.timeMs ?? NOW_MS, new Date(asset?.timeMs ?? NOW_MS).toISOString()]),
  code: () => /.*@example\.com\D*(\d{6})\b/s.exec(values.log && readFileSync(values.log, 'utf8'))?.[1] ?? '000000',
  /** Returns a position farther along the route, or off the route for a while. */
  fix({ d, asset }) {
    if (!asset) return point(d)
    asset.along = Math.min(0.999, asset.along + d.round(0, 0.1))
    asset.timeMs = Math.min(NOW_MS - 1000, asset.timeMs + d.int(3, 20) * 1000)
    const [latitude = 0, longitude = 0] = asset.line[Math.floor(asset.along * asset.line.length)] ?? point(d)
    return near([latitude + (asset.along % 0.6 > 0.4 ? 0.002 : 0), longitude], d, d.of([0, 0.00003, 0.0001]))
  },
}

type Ask = { operation: string; method: string; path: string; fields: Fields; raw?: string; headers: Texts }
function ask(index: number, seed: string, liveKey: string): Ask {
  const d = dice(`${seed} ${index}`)
  const card = index < 12 ? DECK[0] : d.of(DECK)
  const [, operation = '', method = '', template = '', names = ''] = /^\d+ ((\S+) (\S+))(.*)$/s.exec(card ?? '') ?? []
  const kind = /assets\/\{(\w+)\}/.exec(template)?.[1]
  const asset = d.of(memory.assets.filter((one) => kind === 'asset' || one.kind === kind).slice(-4))
  const scene = { d, old: d.of(memory.routes.slice(-40)) ?? {}, asset, stops: d.int(2, 11) }
  memory.words.set('index', String(index))
  const fields = fill(scene, words(names))
  const id = (name: string) => String(kind ? asset?.id : make(scene, VALUES.get(name) ?? ''))
  const path = template.replace(/\{(\w+)\}/g, (_, name) => id(name))
  const headers = {
    host: 'fairway.test',
    ...(d.chance(/^.v1.(assets|account)/.test(path) ? 0.97 : 0.15) && { 'x-api-key': liveKey }),
    ...(d.chance(0.02) && { 'x-api-key': memory.words.get('own') ?? 'none' }),
    ...(path.startsWith('/account') && { cookie: memory.words.get('cookie') ?? '' }),
    ...(path.endsWith('/live') && d.chance(0.5) && { 'x-service-live-channel': d.of(words('web api api fax')) }),
    ...(d.chance(0.04) && { origin: 'https://example.org' }),
    ...(d.chance(0.05) && { connection: 'close' }),
  }
  const good = { operation, method, path, fields, headers }
  return { ...good, ...(d.chance(0.25) && d.of(d.chance(0.5) ? SPOILERS.slice(-1) : SPOILERS)(good, d)) }
}
const SPOILERS: readonly ((good: Ask, d: Dice) => Partial<Ask>)[] = [
  (_, d) => ({ method: d.of(words('GET POST PUT PATCH DELETE HEAD OPTIONS')) }),
  ({ path }, d) => ({ path: path + d.of(words('/x x / %00')) }),
  ({ headers }, d) => ({ headers: { ...headers, 'x-api-key': d.of(['x', `fw_live_${'A'.repeat(32)}`]) } }),
  ({ headers }, d) => ({ headers: { ...headers, [d.of(words('content-type content-encoding'))]: 'text/plain' } }),
  ({ fields }, d) => ({ raw: d.of([JSON.stringify(fields).slice(0, 13), ...WRONG]) }),
  ({ fields }, d) => ({ fields: { ...fields, [d.of(words('avoidd From unknown'))]: d.of([1, 'x']) } }),
  ({ fields }, d) => ({ fields: { ...(spoil(fields, d, 1) as Fields) } }),
]
/** Replaces one value with an invalid value. Search limits stay unchanged because they make replies reproducible. */
function spoil(value: Maybe, d: Dice, depth: number): Maybe {
  const isPoint = Array.isArray(value) && value.length === 2 && typeof value[0] === 'number'
  const names = typeof value === 'object' && !isPoint ? Object.keys(value ?? {}) : []
  const name = d.of(names.filter((one) => !/^(max_iterations|budget_ms)$/.test(one)))
  const word = d.of(isPoint ? BAD_POINTS : WRONG)
  if (name === undefined || (depth <= 0 && d.chance(0.6))) return word === 'gone' ? undefined : parse(word, word)
  const inner = { [name]: spoil(dig(value, name), d, depth - 1) }
  return Array.isArray(value) ? Object.assign([...value], inner) : { ...(value as Fields), ...inner }
}

const KEPT = words('next cookie challenge pid=geocoded_waypoints.0.place_id kid=key.id own=api_key email=account.email')
function learn(operation: string, reply: Maybe): void {
  const keep = (name: string, value: Maybe) => typeof value === 'string' && memory.words.set(name, value)
  for (const [name = '', path = name] of KEPT.map((one) => one.split('='))) keep(name, dig(reply, path))
  const [way, { assets }] = [dig(reply, 'route') ?? reply, memory]
  if (dig(way, 'mode') === 'road' && dig(way, 'snapped')) memory.routes.push(way as Fields)
  const fresh = { line: [], along: 0, timeMs: NOW_MS - 30_000 * (1 + (assets.length % 12)) }
  if (operation === 'POST /v1/assets' && dig(reply, 'plan') === null) assets.push({ ...(reply as Tracked), ...fresh })
  memory.assets = assets.filter(({ id }) => id !== dig(reply, 'removed'))
  const asset = assets.find(({ id }) => id === (dig(reply, 'asset.id') ?? dig(reply, 'asset')))
  if (asset && Array.isArray(dig(way, 'geometry'))) Object.assign(asset, { line: dig(way, 'geometry'), along: 0 })
}
async function send(base: string, agent: Agent, { operation, method, path, fields, raw, headers }: Ask) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  const hasQuery = /^(GET|DELETE)/.test(operation)
  const target = hasQuery && query.size > 0 ? `${path}?${query}` : path
  const body = hasQuery || /^(GET|HEAD|OPTIONS)$/.test(method) ? '' : (raw ?? JSON.stringify(fields))
  const type = body && { ...JSON_BODY, 'content-length': Buffer.byteLength(body) }
  const message = await new Promise<IncomingMessage>((done, fail) => {
    const options = { agent, method, path: target, headers: { ...type, ...headers } }
    request(base, options, done).on('error', fail).end(body)
  })
  const bytes = await buffer(message)
  const kept = HEADERS.map((name) => [name, message.headers[name]])
  const headersKept: Fields = { ...Object.fromEntries(kept), 'retry-after': 'retry-after' in message.headers }
  const reply = /json|text|xml/.test(message.headers['content-type'] ?? '') ? bytes.toString() : hash('sha256', bytes)
  const line = { operation, method, path: target, body, status: message.statusCode ?? 0, headers: headersKept, reply }
  return { line, cookie: message.headers['set-cookie']?.[0]?.split(';')[0] }
}
type Line = Awaited<ReturnType<typeof send>>['line']
const JSON_BODY = { 'content-type': 'application/json' }
async function record(base: string, file: string, count: number, seed: string, liveKey: string) {
  // The sea map is the last data that the first start builds.
  const body = '{"from":"UYMVD","to":"Santos"}'
  const ready = () => fetch(`${base}/v1/maritime/route`, { method: 'POST', headers: JSON_BODY, body })
  while (!(await ready().catch(() => undefined))?.ok) await delay(1000)
  const [long = new Agent(), short] = [1, 1].map((maxSockets) => new Agent({ keepAlive: true, maxSockets }))
  const lines: string[] = []
  for (let index = 0; index < count; index++) {
    const one = ask(index, seed, liveKey)
    // On a connection without other requests, plain calls of some operations use the fast path.
    const isPlain = /^POST \/v1\/(av\/|re)?(route|matrix)$/.test(one.operation) && index % 3 > 0
    const { line, cookie } = await send(base, (isPlain && short) || long, one)
    learn(one.operation, { ...(line.status === 200 && (parse(line.reply) as Fields)), cookie })
    lines.push(JSON.stringify(line))
  }
  writeFileSync(file, gzipSync(lines.join('\n')))
  for (const agent of [long, short]) agent?.destroy()
}
const twins = new Map<string, string>()
/** Returns whether two replies are the same. Random ids may differ as long as they correspond one to one. */
function isSame(a: string, b: string): boolean {
  if (a.replace(ID, '\0') !== b.replace(ID, '\0')) return false
  const others = b.match(ID) ?? []
  return (a.match(ID) ?? []).every((id, at) => {
    const other = others[at] ?? ''
    if (!twins.has(`a ${id}`) && !twins.has(`b ${other}`)) twins.set(`a ${id}`, other).set(`b ${other}`, id)
    return twins.get(`a ${id}`) === other && twins.get(`b ${other}`) === id
  })
}
type Found = { readonly operation: string; readonly texts: string[]; readonly real: string[] }
function diff(a: Maybe, b: Maybe, path: string, found: Found, isText = false): void {
  const areStrings = typeof a === 'string' && typeof b === 'string'
  if (areStrings ? isSame(a, b) : a === b) return
  const show = (value: Maybe) => JSON.stringify(value)?.slice(0, 100)
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b))
    return void (isText && areStrings ? found.texts : found.real).push(`${path}: ${show(a)} ≠ ${show(b)}`)
  const [names, others, isList] = [Object.keys(a), Object.keys(b), Array.isArray(a)]
  if (names.join() !== others.join()) found.real.push(`${path} has ${show(names)} ≠ ${show(others)}`)
  for (const name of names.filter((one) => !IGNORED[one] && !IGNORED[`${found.operation} ${one}`] && one in b)) {
    const [one, other] = [(a as Fields)[name], (b as Fields)[name]]
    diff(one, other, path + (isList ? `[${name}]` : `.${name}`), found, isList ? isText : TEXTS.includes(name))
  }
}
function judge({ reply: a, ...line }: Line, { reply: b, ...other }: Line): Found {
  const found: Found = { operation: line.operation, texts: [], real: [] }
  diff(line, other, 'exchange', found)
  if (isSame(a, b)) return found
  const [one, two] = [parse(a), parse(b)]
  diff(one ?? a, two ?? b, '$', found, /html/.test(String(line.headers['content-type'])))
  if ((JSON.stringify(one) === a) !== (JSON.stringify(two) === b)) found.real.push('$ is serialized differently')
  return found
}
function compare(fileA: string, fileB: string): boolean {
  const [one = [], two = []] = [fileA, fileB].map((file) => gunzipSync(readFileSync(file)).toString().split('\n'))
  const rows = new Map<string, number[]>()
  const shown: string[] = []
  for (const [index, text] of one.entries()) {
    const line = JSON.parse(text) as Line
    const { texts, real } = judge(line, JSON.parse(two[index] ?? '{"reply":""}'))
    const columns = [0, line.status < 300 ? 1 : 0, real.length > 0 ? 4 : texts.length > 0 ? 3 : 2]
    for (const name of ['all', line.operation]) {
      const counts = rows.get(name) ?? [0, 0, 0, 0, 0]
      for (const column of new Set(columns)) counts[column] = (counts[column] ?? 0) + 1
      rows.set(name, counts)
    }
    const isShown = real.length > 0 && (rows.get(line.operation)?.[4] ?? 0) <= 5
    if (isShown) shown.push(`${line.method} ${line.path} ${line.body.slice(0, 300)}\n    ${real[0]}\n`)
  }
  const row = (cells: readonly (string | number)[], name = '') =>
    process.stdout.write(`${cells.map((cell) => `${cell}`.padStart(10)).join('')}  ${name}\n`)
  row(words('requests served identical texts otherwise'))
  for (const [name, counts] of rows) row(counts, name)
  process.stdout.write(shown.sort().join(''))
  return one.length === two.length && rows.get('all')?.[4] === 0
}

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
const options = { count: text('12000'), seed: text('1'), 'live-key': text(''), log: text('') }
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [command, first = '', second = ''] = positionals
if (command === 'record') await record(first, second, Number(values.count), values.seed, values['live-key'])
else if (command === 'compare') process.exitCode = compare(first, second) ? 0 : 1
else throw new Error('record <base-url> <file>, or compare <file> <file>')
