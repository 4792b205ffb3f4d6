import { splitWords } from './json.ts'

const TIMES = '2026-06-16T08:30:00Z|2026-06-16T17:45:00-03:00|2026-06-20T02:00:00Z|2026-06-21T23:59:59.5Z'
const PORTS = 'NLRTM|UYMVD|SGSIN|USNYC|Santos|Hamburg|[-34.9,-56.22]|[-34.58,-58.36]|[51.95,3.9]|[21,-158]|[35.4,140]'
const QUERIES = `18~de~julio~1234,~montevideo|18~de~Julio~y~Ejido|Plaza~Independencia|avenida~italia|Bulevar~Artigas~1500
  |pocitos|tres~cruces|-34.9059,-56.1913|48Q59R6X+9G|Lisbon|Paris,~France|New~York|Rotterdam|SUMU|11200|São~Paulo|a
  |Avenda~Itala|8~de~octubre~2500|colonia~y~yaguaron|Springfield|東京|Prado|Apotheke|zzqqxx|Malvín|JFK`
// Grammar of the field values: a number in a range (1..9, default 1..30), one of several words (a|b), a list with one
// item per stop (*), an object with some of these fields ({a+b}), a value from an earlier reply ($) or a generated
// value (@). In strings, ~ means a space and ¦ means a bar.
const FIELDS = `from=@point to=@point via=@points position=@near|@near|@earlierRoute.steps.2.maneuver.at|@earlierRoute.legs.0.from
  stops=@points steps=true|false heading=0..360 geometry=points|polyline|polyline6|geojson|none depart_at=${TIMES}
  alternatives=0|1|2|3|true|false arrive_by=${TIMES} language=en|de|es|es-ES|fr|pt-BR|it|nl|pl|ru|zh-Hans|ja|sv|fi|he|tlh
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
  altitude_m=10..130 authorisations=["airport:SUMU","airport:SUAA"] format=json|plan|geojson country=UY|us q=${QUERIES}
  corridors=prefer|only|ignore vessel={speed_kn+draft_m+beam_m+air_draft_m} unwrap=true|false near=-34.9,-56.19|40.7,-74
  allow=["northwest"]|["northeast","corinth"] lang=en|de|es|fr|ja|pt-BR|x radius_m=50..5000 by=road|straight brand=ancap
  open_at=2026-06-16T20:30|${TIMES} lat=-34.9..-34.84|-34.9..-34.84|-60.0..70.0 region=uy key=abc mode=driving|walking
  lon=-56.2..-56.04|-56.2..-56.04|-179.0..179.0 origin=@point|@point|@point|place_id:$pid|${QUERIES} name=Ada|Van
  category=atm|cafe|charging|checkpoint|food|fuel|hospital|hotel|parking|police|speed_camera|zoo arrival_time=1781640000
  destination=@point|@point|${QUERIES} departure_time=now|1781630000|1 email=user$index@example.com|user1@example.com
  waypoints=optimize:true¦-34.88,-56.15¦-34.9,-56.18|via:-34.89,-56.16|pocitos¦-34.9,-56.16 phone=+59821234567|"12"
  plan=trial|free|pro|gold label=app challenge=$challenge code=@code|@code|"000000" shares_traffic=true|false
  kid=$kid reference=r-7 after=$next|n1 kind=vehicle|vehicle|robot|drone|vessel at=@fix time=@time _type=location
  profile={"vehicle":{"height_m":3}}|{"aircraft":{"range_km":20}} tst=@time timestamp=@time until=2026-06-16T15:00:00Z
  positions=*{at!+time!+speed_ms+heading+battery_pct+altitude_m} x=5627..5645 y=9881..9889`
/** Grammar of the values of each field. */
export const valuesByField: ReadonlyMap<string, string> = new Map(
  splitWords(FIELDS.replace(/\s+\|/g, '|')).map((field) => [field.split('=')[0] ?? '', field.replace(/\w+=/, '')]),
)

const ROUTE_FIELDS = 'steps geometry alternatives depart_at arrive_by?'
const ROAD_FIELDS = 'avoid avoid_areas? vehicle?'
const REROUTE_FIELDS = `position position to? stops? removed_stops? geometry_format? reply min_gain_min? heading? ${ROAD_FIELDS}`
const OPTIMIZE_FIELDS =
  'stops!=*@point max_iterations! budget_ms! vehicles roundtrip seed depart_at objective start? end?'
const FLIGHT_FIELDS = 'via aircraft wind? authorisations depart_at steps geometry corridors altitude_m? margin_m?'
const VOYAGE_FIELDS = `from!=${PORTS} to!=${PORTS} via?=["suez"]|["Santos"]|[[36.1,-5.4]] vessel allow unwrap steps geometry
  depart_at alternatives!=0|0|0|1|3 arrive_by? avoid=["suez"]|["panama","Suez~Canal"]|["Dover"]|["nowhere"]`
// Each call has a frequency, an operation and fields. Fields with ! are always present, and fields with ? are rare.
// `max_iterations` makes the result of a search reproducible.
const CALLS = `5 POST /v1/assets name! kind! category=civil|military reference profile? 60 POST /v1/route from! to!
  6 GET /v1/assets limit after 200 POST /v1/route from! to! via heading? ${ROUTE_FIELDS} language units ${ROAD_FIELDS} 4 GET /account
  70 POST /v1/reroute geometry!=@earlierRoute.geometry|@earlierRoute.geometry|@earlierRoute.alternatives.0.geometry ${REROUTE_FIELDS} 3 GET /account/keys
  50 POST /v1/reroute route_id!=@earlierRoute.id ${REROUTE_FIELDS} 50 POST /v1/matrix points! metrics depart_at ${ROAD_FIELDS} 1 GET /docs
  40 POST /v1/matrix origins! destinations! metrics depart_at ${ROAD_FIELDS} 25 POST /v1/optimize ${OPTIMIZE_FIELDS} 1 GET /openapi.json
  35 POST /v1/optimize ${OPTIMIZE_FIELDS} demands capacity time_windows? skills? priorities? pairs? shift? breaks? given? matrix?
  fleet? max_route_km? max_route_stops? max_route_min? service_min? balance? avoid? 15 POST /v1/optimise ${OPTIMIZE_FIELDS}
  60 POST /v1/av/route from!=@inside to!=@inside via? conditions odd? ${ROUTE_FIELDS} language units 5 GET /v1/account/usage
  60 POST /v1/drone/route from! to! format ${FLIGHT_FIELDS} 25 POST /v1/maritime/route ${VOYAGE_FIELDS} 1 POST /account/sign-out
  70 GET /v1/geocode q! limit near country lang 60 GET /v1/reverse lat! lon! lang 1 GET /v1/reverse lat!=0 lon!=0
  60 GET /v1/nearby lat! lon! radius_m limit open_at by brand? category lang 6 POST /account/sign-in email!=$email|a
  70 GET /v1/compat/google/directions/json origin! destination! waypoints alternatives=true|false
  avoid=tolls|highways|ferries mode? units language region departure_time? key arrival_time? 4 GET /account/usage days
  5 POST /v1/account/signup email! name phone? plan? 9 POST /account/sign-in/verify challenge! code! 3 GET /healthz
  4 POST /account/keys label 2 DELETE /account/keys/{kid} 2 POST /account/keys/{kid}/rotate overlap_hours
  3 PUT /account/phone phone! 1 DELETE /account/phone 3 PUT /account/traffic shares_traffic! 5 GET /v1/assets/{asset}
  22 POST /v1/assets/{vehicle}/route from to! via mode?=road|av steps geometry alternatives depart_at? ${ROAD_FIELDS}
  4 POST /v1/assets/{vessel}/route ${VOYAGE_FIELDS} 14 POST /v1/assets/{drone}/route from! to! ${FLIGHT_FIELDS} 1 GET /tiles/map.json
  8 POST /v1/assets/{robot}/route from! to! via steps geometry depart_at? 1 DELETE /v1/assets/{asset} 1 GET /readyz
  5 POST /v1/assets/{asset}/route reroute!=true steps geometry 10 GET /v1/assets/{asset}/route geometry=points|polyline
  30 POST /v1/assets/{asset}/position positions! 40 GET /v1/assets/{asset}/live 12 GET /tiles/14/{x}/{y}.mvt
  30 POST /v1/assets/{asset}/position at! time! speed_ms heading battery_pct altitude_m accuracy_m
  4 POST /v1/assets/{asset}/position _type! lat!=@fix.0 lon!=@fix.1 tst! batt 5 GET /tiles/traffic/14/{x}/{y}.mvt
  6 GET /v1/assets/{asset}/position lat!=@fix.0 lon!=@fix.1 timestamp! bearing batt
  12 GET /v1/assets/{asset}/track from!=2026-06-16T14:30:00Z until! limit format=json|geojson|gpx after?`

/** Every call, repeated according to its frequency. */
export const callTemplates: readonly string[] = CALLS.split(/\s+(?=\d+ [A-Z]+ \/)/).flatMap((call) =>
  Array<string>(Number.parseInt(call, 10)).fill(call),
)
