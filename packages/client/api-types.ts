/** Written by `npm run client-types` from the service's own document, version 2026-06-16. Do not edit. */

/** [latitude, longitude] */
export type Point = readonly [number, number]

export type SignupAccountPlan = 'trial' | 'free' | 'starter' | 'pro' | 'aviation' | 'military'

export interface SignupAccount {
  readonly id: string
  readonly email: string
  /** The plan of the account. */
  readonly plan: SignupAccountPlan
  /** When the account was created. */
  readonly created_at: string
  /** When the trial ends; null: it does not. */
  readonly expires_at: string | null
}

export interface SignupLimitsLiveTracking {
  readonly web_polls_per_s: number
  /** null: not part of the plan. */
  readonly api_live_polls_per_s: number | null
  /** null: not part of the plan. */
  readonly gps_push_per_s: number | null
  readonly max_assets: number
}

export interface SignupLimits {
  readonly routes_per_month: number
  readonly per_second: number
  /** Requests that may come at once after a pause. */
  readonly burst: number
  readonly live_tracking: SignupLimitsLiveTracking
}

export interface SignupReply {
  readonly account: SignupAccount
  /** Shown only now. Send it in the header X-API-Key. */
  readonly api_key: string
  readonly limits: SignupLimits
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SignupRequest {
  /** The address the account belongs to. */
  readonly email: string
  /** Name of the person or company. */
  readonly name?: string | undefined
  /** Mobile number with country code, for the text message before the monthly limit. */
  readonly phone?: string | undefined
  /** Only trial (also called free) is self-serve; the operator issues the other plans. */
  readonly plan?: SignupAccountPlan | undefined
}

export interface UsageQuota {
  readonly routes_per_month: number
  readonly used: number
  readonly remaining: number
  /** When the count begins anew: the start of the next month, UTC. */
  readonly resets_at: string
}

export interface UsageRate {
  readonly per_second: number
  readonly burst: number
}

export interface UsageByOperation {
  readonly operation: string
  /** Successful calls. */
  readonly calls: number
  /** What they counted against the quota. */
  readonly routes: number
}

export interface UsageByDay {
  readonly day: string
  /** Successful calls. */
  readonly calls: number
  /** What they counted against the quota. */
  readonly routes: number
}

export interface Usage {
  readonly by_operation: readonly UsageByOperation[]
  readonly by_day: readonly UsageByDay[]
}

export interface UsagePhoneAlert {
  /** The number on the account, all but its last digits hidden. */
  readonly phone: string | null
  /** Per cent of the quota at which the text message goes out. */
  readonly at_pct: number
  /** There is a number, and the service has somebody who sends texts. */
  readonly enabled: boolean
}

export interface UsageReply {
  /** The plan of the account. */
  readonly plan: SignupAccountPlan
  readonly quota: UsageQuota
  readonly rate: UsageRate
  readonly usage: Usage
  readonly live_tracking: SignupLimitsLiveTracking
  readonly phone_alert: UsagePhoneAlert
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SignInReply {
  /** Send it back with the code. */
  readonly challenge: string
  /** When the code ends. */
  readonly expires_at: string
  readonly detail: string
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SignInRequest {
  /** The address the account belongs to. */
  readonly email: string
}

export interface VerifySignInAccount {
  readonly id: string
  readonly email: string
  /** The plan of the account. */
  readonly plan: SignupAccountPlan
  /** When the account was created. */
  readonly created_at: string
  /** When the trial ends; null: it does not. */
  readonly expires_at: string | null
  readonly name: string | null
  readonly phone: string | null
  /** Whether how fast its vehicles drive may become, without names, the speed of roads on which several vehicles drive. */
  readonly shares_traffic: boolean
}

export interface VerifySignInReply {
  readonly account: VerifySignInAccount
  readonly limits: SignupLimits
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface VerifySignInRequest {
  /** What POST /account/sign-in replied. */
  readonly challenge: string
  /** The six digits from the e-mail. */
  readonly code: string
}

export interface SignOutReply {
  readonly signed_out: boolean
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type AccountReply = VerifySignInReply

export interface AccountUsageQuery {
  /** How many days back. */
  readonly days?: number | undefined
}

export interface AccountUsage {
  readonly day: string
  readonly operation: string
  /** Successful calls. */
  readonly calls: number
  /** What they counted against the quota. */
  readonly routes: number
}

export interface AccountUsageReply {
  readonly usage: readonly AccountUsage[]
  readonly quota: UsageQuota
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SetPhoneReply {
  readonly phone: string | null
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SetPhoneRequest {
  /** Mobile number with country code, for the text message before the monthly limit. */
  readonly phone: string
}

export type RemovePhoneReply = SetPhoneReply

export interface SetTrafficSharingReply {
  /** Whether how fast its vehicles drive may become, without names, the speed of roads on which several vehicles drive. */
  readonly shares_traffic: boolean
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface SetTrafficSharingRequest {
  /** Whether how fast its vehicles drive may become, without names, the speed of roads on which several vehicles drive. */
  readonly shares_traffic: boolean
}

export type ListKeyState = 'active' | 'expiring' | 'expired' | 'revoked'

export interface ListKey {
  readonly id: string
  /** The last four letters of the key. */
  readonly hint: string
  readonly label: string | null
  readonly state: ListKeyState
  /** When the key was created. */
  readonly created_at: string
  /** When a rotated key ends. */
  readonly expires_at: string | null
  /** When the key was revoked. */
  readonly revoked_at: string | null
}

export interface ListKeysReply {
  readonly keys: readonly ListKey[]
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface CreateKeyReply {
  readonly key: ListKey
  /** Shown only now. Send it in the header X-API-Key. */
  readonly api_key: string
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface CreateKeyRequest {
  /** What the key is for. */
  readonly label?: string | undefined
}

export type RotateKeyReply = CreateKeyReply

export interface RotateKeyRequest {
  /** How long the old key goes on working beside the new one. */
  readonly overlap_hours?: number | undefined
}

export interface RevokeKeyReply {
  readonly key: ListKey
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface HealthReply {
  readonly status: string
  readonly version: string
}

export interface ReadinessReply {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

export interface RouteGeometry {
  readonly type: 'LineString'
  /** [[longitude, latitude], …] */
  readonly coordinates: readonly Point[]
}

export interface RouteLeg {
  readonly distance_km: number
  /** With turns and signals. Minutes. */
  readonly eta_min: number
  /** On an empty road. Minutes. */
  readonly free_flow_min: number
  /** [latitude, longitude] */
  readonly from: Point
  /** [latitude, longitude] */
  readonly to: Point
}

export interface RouteStepManeuver {
  /** One of: depart, turn, continue, new name, merge, on ramp, off ramp, fork, end of road, roundabout, exit roundabout, rotary, exit rotary, roundabout turn, exit roundabout turn, use lane, notification, arrive. */
  readonly type: string
  /** One of: uturn, sharp right, right, slight right, straight, slight left, left, sharp left. */
  readonly modifier?: string
  /** Which exit of a roundabout. */
  readonly exit?: number
  /** Degrees from north, 0 to 359. */
  readonly bearing_before: number
  /** Degrees from north, 0 to 359. */
  readonly bearing_after: number
  /** [latitude, longitude] */
  readonly at: Point
}

export interface RouteStepLane {
  readonly valid: boolean
  readonly indications: readonly string[]
}

export type RouteStepMode = 'driving' | 'ferry' | 'train'

export type RouteStepDrivingSide = 'right' | 'left'

export interface RouteStep {
  /** Which leg the step is part of, from 0. */
  readonly leg: number
  readonly maneuver: RouteStepManeuver
  /** What to tell the driver, in the language asked for. */
  readonly instruction: string
  /** The road; empty when it has no name. */
  readonly name: string
  /** The number of the road. */
  readonly ref?: string
  readonly rotary_name?: string
  /** How the name is spoken. */
  readonly pronunciation?: string
  /** What the signs say. */
  readonly destinations?: string
  /** Number of the motorway exit. */
  readonly exits?: string
  /** From left to right. */
  readonly lanes?: readonly RouteStepLane[]
  readonly distance_m: number
  readonly distance_text?: string
  readonly duration_s: number
  /** First and last point of the step in the geometry, from 0; not there without a geometry. */
  readonly geometry_range?: readonly [number, number]
  readonly mode: RouteStepMode
  readonly driving_side: RouteStepDrivingSide
}

export type RouteIncidentKind = 'closure' | 'roadworks' | 'accident' | 'congestion' | 'hazard' | 'weather' | 'other'

export type RouteIncidentSeverity = 'low' | 'moderate' | 'high' | 'critical'

export interface RouteIncident {
  /** As its feed calls it. */
  readonly id: string
  readonly kind: RouteIncidentKind
  readonly severity: RouteIncidentSeverity
  readonly description: string
  /** [latitude, longitude] */
  readonly at: Point
  /** First and last point of the geometry that it lies on, from 0; not there without a geometry. */
  readonly geometry_range?: readonly [number, number]
  /** How much longer the way takes for it, within eta_min. Minutes. */
  readonly delay_min: number
  /** When it begins. */
  readonly starts_at?: string
  /** When it ends. */
  readonly ends_at?: string
}

export interface RouteAlternative {
  readonly distance_km: number
  /** The distance as one says it, when units are given. */
  readonly distance_text?: string
  /** Expected travel time under live traffic at departure, which fades to the usual over the next hour of travel. Minutes. */
  readonly eta_min: number
  /** The same way on an empty road. Minutes. */
  readonly free_flow_min: number
  /** The same way as usual at that time of the week; only where something is known of the traffic. Minutes. */
  readonly typical_min?: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | RouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly RouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly RouteStep[]
  /** What is known to happen on the way, in its order. */
  readonly incidents: readonly RouteIncident[]
  /** How much longer than the best it is, as a share of its weight. */
  readonly stretch: number
  /** The share of it that is the same way. */
  readonly sharing: number
  /** What makes it another way. */
  readonly why: string
}

export interface RouteSnappedFrom {
  /** [latitude, longitude] */
  readonly at: Point
  /** From the point that was given to the road. */
  readonly distance_m: number
  /** The road. */
  readonly name: string
}

export interface RouteSnapped {
  readonly from: RouteSnappedFrom
  readonly via: readonly RouteSnappedFrom[]
  readonly to: RouteSnappedFrom
}

export interface RouteTraffic {
  /** When the traffic was put together that the route was found in; null when nobody tells anything. */
  readonly snapshot_at: string | null
  /** The share of the way whose live speed is known. */
  readonly coverage: number
}

export type RouteSource = 'local' | 'upstream'

export interface RouteData {
  readonly region: string
  readonly dataset: string
  readonly attribution: string
}

export interface RouteReply {
  readonly id: string
  readonly mode: 'road'
  readonly distance_km: number
  /** The distance as one says it, when units are given. */
  readonly distance_text?: string
  /** Expected travel time under live traffic at departure, which fades to the usual over the next hour of travel. Minutes. */
  readonly eta_min: number
  /** The same way on an empty road. Minutes. */
  readonly free_flow_min: number
  /** The same way as usual at that time of the week; only where something is known of the traffic. Minutes. */
  readonly typical_min?: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | RouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly RouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly RouteStep[]
  /** What is known to happen on the way, in its order. */
  readonly incidents: readonly RouteIncident[]
  /** When the trip begins. */
  readonly depart_at: string
  /** When it ends. */
  readonly arrive_at: string
  readonly alternatives: readonly RouteAlternative[]
  /** Where the points were put on roads. */
  readonly snapped: RouteSnapped
  readonly traffic: RouteTraffic
  readonly source: RouteSource
  readonly data: RouteData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type RouteRequestGeometry = 'points' | 'polyline' | 'polyline6' | 'geojson' | 'none'

export type RouteRequestAvoid = 'tolls' | 'motorways' | 'ferries' | 'tunnels' | 'unpaved'

export interface RouteRequestVehicle {
  /** Height in metres. */
  readonly height_m?: number | undefined
  /** Width in metres. */
  readonly width_m?: number | undefined
  /** Length in metres. */
  readonly length_m?: number | undefined
  /** Weight in tons; above 3.5 the signs for goods vehicles count. */
  readonly weight_t?: number | undefined
  /** Load of an axle in tons. */
  readonly axle_load_t?: number | undefined
  /** Carries dangerous goods. */
  readonly hazmat?: boolean | undefined
}

export type RouteRequestUnits = 'metric' | 'imperial'

export interface RouteRequest {
  /** Where the trip begins: [latitude, longitude]. */
  readonly from: Point
  /** Where it ends: [latitude, longitude]. */
  readonly to: Point
  /** Stops in between, in this order. */
  readonly via?: readonly Point[] | undefined
  /** When the trip begins, ISO 8601. Default: now. */
  readonly depart_at?: string | undefined
  /** When it must have ended; instead of depart_at. */
  readonly arrive_by?: string | undefined
  /** Other ways to show at most; true is 2, false is 0. */
  readonly alternatives?: boolean | number | undefined
  /** How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (which turns the coordinates around), or not at all. */
  readonly geometry?: RouteRequestGeometry | undefined
  /** Where the vehicle points at from, in degrees from north. */
  readonly heading?: number | undefined
  /** Turn-by-turn steps. */
  readonly steps?: boolean | undefined
  /** What the route must not use. Strict: if nothing is left, the reply says what blocks. */
  readonly avoid?: readonly RouteRequestAvoid[] | undefined
  /** Polygons that the route must not enter, each a list of corners. */
  readonly avoid_areas?: readonly (readonly Point[])[] | undefined
  /** The vehicle must fit: roads that are too low, narrow or weak are not used. Default: a passenger car. */
  readonly vehicle?: RouteRequestVehicle | undefined
  /** Language of the instructions, such as en, de or pt-BR. */
  readonly language?: string | undefined
  /** Adds readable distances (distance_text) in these units. */
  readonly units?: RouteRequestUnits | undefined
}

export interface AvRouteOdd {
  readonly id: string
  readonly version: string
  readonly operator: string
  /** The area of the domain that the trip begins in. */
  readonly area: string
  /** The domain is made up to show how it works. */
  readonly sample: boolean
}

export type AvRouteConditionsWeather =
  | 'dry'
  | 'light_rain'
  | 'rain'
  | 'heavy_rain'
  | 'fog'
  | 'snow'
  | 'hail'
  | 'ice'
  | 'dust'
  | 'strong_wind'

export type AvRouteConditionsLight = 'daylight' | 'twilight' | 'night'

export interface AvRouteConditions {
  readonly weather: AvRouteConditionsWeather
  readonly light: AvRouteConditionsLight
  readonly visibility_m: number
}

export interface AvRouteReply {
  readonly id: string
  readonly mode: 'av'
  readonly distance_km: number
  /** The distance as one says it, when units are given. */
  readonly distance_text?: string
  /** Expected travel time under live traffic at departure, which fades to the usual over the next hour of travel. Minutes. */
  readonly eta_min: number
  /** The same way on an empty road. Minutes. */
  readonly free_flow_min: number
  /** The same way as usual at that time of the week; only where something is known of the traffic. Minutes. */
  readonly typical_min?: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | RouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly RouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly RouteStep[]
  /** What is known to happen on the way, in its order. */
  readonly incidents: readonly RouteIncident[]
  /** When the trip begins. */
  readonly depart_at: string
  /** When it ends. */
  readonly arrive_at: string
  readonly alternatives: readonly RouteAlternative[]
  /** Where the points were put on roads. */
  readonly snapped: RouteSnapped
  readonly traffic: RouteTraffic
  readonly source: RouteSource
  readonly data: RouteData
  /** A preview of geometry and steps, no command to a vehicle. */
  readonly preview: true
  /** Every rule of the domain holds from departure to arrival; otherwise the reply is 422. */
  readonly engages: true
  /** The operational design domain that allows the trip. */
  readonly odd: AvRouteOdd
  /** What it was judged by, at departure. */
  readonly conditions: AvRouteConditions
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface AvRouteRequestConditions {
  /** The weather during the trip. */
  readonly weather?: AvRouteConditionsWeather | undefined
  /** The light during the trip. Default: as the sun stands at the place from departure to arrival. */
  readonly light?: AvRouteConditionsLight | undefined
  /** How far one sees, in metres. Default: what is usual in that weather, 10,000 when it is dry. */
  readonly visibility_m?: number | undefined
}

export interface AvRouteRequest {
  /** Where the trip begins: [latitude, longitude]. */
  readonly from: Point
  /** Where it ends: [latitude, longitude]. */
  readonly to: Point
  /** Stops in between, in this order. */
  readonly via?: readonly Point[] | undefined
  /** When the trip begins, ISO 8601. Default: now. */
  readonly depart_at?: string | undefined
  /** When it must have ended; instead of depart_at. */
  readonly arrive_by?: string | undefined
  /** What the trip is made in. Default: dry, daylight by the clock. */
  readonly conditions?: AvRouteRequestConditions | undefined
  /** The id of the one domain that is meant. Default: the first that allows the trip. */
  readonly odd?: string | undefined
  /** Only domains of this operator. */
  readonly operator?: string | undefined
  /** Other ways to show at most; true is 2, false is 0. */
  readonly alternatives?: boolean | number | undefined
  /** How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (which turns the coordinates around), or not at all. */
  readonly geometry?: RouteRequestGeometry | undefined
  /** Where the vehicle points at from, in degrees from north. */
  readonly heading?: number | undefined
  /** Turn-by-turn steps. */
  readonly steps?: boolean | undefined
  /** Language of the instructions, such as en, de or pt-BR. */
  readonly language?: string | undefined
  /** Adds readable distances (distance_text) in these units. */
  readonly units?: RouteRequestUnits | undefined
}

export type RerouteKind = 'unchanged' | 'delta' | 'full'

export type RerouteReason =
  | 'unchanged'
  | 'too-little-gain'
  | 'better'
  | 'blocked'
  | 'off-route'
  | 'destination-changed'
  | 'stops-changed'
  | 'previous-lost'

export interface RerouteDeltaOp {
  readonly op: 'keep'
  /** First point of the old line that is kept, from 0. */
  readonly from: number
  /** Last point that is kept. */
  readonly to: number
}

export interface RerouteDeltaOpStepManeuver {
  /** One of: depart, turn, continue, new name, merge, on ramp, off ramp, fork, end of road, roundabout, exit roundabout, rotary, exit rotary, roundabout turn, exit roundabout turn, use lane, notification, arrive. */
  readonly type: string
  /** One of: uturn, sharp right, right, slight right, straight, slight left, left, sharp left. */
  readonly modifier?: string
  /** Which exit of a roundabout. */
  readonly exit?: number
  /** Degrees from north, 0 to 359. */
  readonly bearing_before: number
  /** Degrees from north, 0 to 359. */
  readonly bearing_after: number
}

export interface RerouteDeltaOpStep {
  /** Which leg the step is part of, from 0. */
  readonly leg?: number
  /** It lies at the first point of geometry_range. */
  readonly maneuver: RerouteDeltaOpStepManeuver
  /** What to tell the driver, in the language asked for. */
  readonly instruction: string
  /** The road; empty when it has no name. */
  readonly name: string
  /** The number of the road. */
  readonly ref?: string
  readonly rotary_name?: string
  /** How the name is spoken. */
  readonly pronunciation?: string
  /** What the signs say. */
  readonly destinations?: string
  /** Number of the motorway exit. */
  readonly exits?: string
  /** From left to right. */
  readonly lanes?: readonly RouteStepLane[]
  readonly distance_m: number
  readonly distance_text?: string
  readonly duration_s: number
  /** First and last point of the step in the geometry, from 0; not there without a geometry. */
  readonly geometry_range?: readonly [number, number]
  readonly mode?: RouteStepMode
  readonly driving_side?: RouteStepDrivingSide
}

export interface RerouteDeltaOp2 {
  readonly op: 'insert'
  /** New points, in the format of the old line. */
  readonly geometry: readonly Point[] | string | RouteGeometry
  /** The steps of the new route whose maneuver lies on the new points, on the last kept point before them or on the first one after them. Ranges count the points of the new line. What a step of a route has and these have not is as the defaults say. */
  readonly steps?: readonly RerouteDeltaOpStep[]
}

export interface RerouteDelta {
  /** In the order of the new line, which begins at the position. */
  readonly ops: readonly (RerouteDeltaOp | RerouteDeltaOp2)[]
}

export interface RerouteRoute {
  readonly id: string
  readonly mode: 'road'
  readonly distance_km: number
  /** The distance as one says it, when units are given. */
  readonly distance_text?: string
  /** Expected travel time under live traffic at departure, which fades to the usual over the next hour of travel. Minutes. */
  readonly eta_min: number
  /** The same way on an empty road. Minutes. */
  readonly free_flow_min: number
  /** The same way as usual at that time of the week; only where something is known of the traffic. Minutes. */
  readonly typical_min?: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | RouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly RouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly RouteStep[]
  /** What is known to happen on the way, in its order. */
  readonly incidents: readonly RouteIncident[]
  /** When the trip begins. */
  readonly depart_at: string
  /** When it ends. */
  readonly arrive_at: string
  readonly alternatives: readonly RouteAlternative[]
  /** Where the points were put on roads. */
  readonly snapped: RouteSnapped
  readonly traffic: RouteTraffic
  readonly source: RouteSource
  readonly data: RouteData
}

export interface RerouteReceipt {
  /** By the previous route; null when it is lost or blocked, or leads elsewhere than wanted now. Minutes. */
  readonly previous_eta_min: number | null
  /** By the route of this reply. Minutes. */
  readonly new_eta_min: number
  /** The traffic that both were measured in; null when nobody tells anything. */
  readonly snapshot_at: string | null
  /** The previous route is driven on, or joined again. */
  readonly kept_previous: boolean
}

export interface RerouteReply {
  /** unchanged: drive on, the line stays as it is. delta: what to keep of it and what to put in. */
  readonly kind: RerouteKind
  /** Why the route was changed, or kept. */
  readonly reason: RerouteReason
  /** Of the old line. CRC-32 of its micro-degrees, eight hexadecimal digits. */
  readonly base_checksum: string
  /** Of the line after this reply. CRC-32 of its micro-degrees, eight hexadecimal digits. */
  readonly checksum: string
  /** What is left to drive from the position on. */
  readonly distance_km: number
  /** The same under live traffic. Minutes. */
  readonly eta_min: number
  /** The same on an empty road. Minutes. */
  readonly free_flow_min: number
  /** How much earlier than by the previous route; never negative, 0 where they cannot be compared. Minutes. */
  readonly saved_min: number
  readonly delta?: RerouteDelta
  /** The whole route; when kind is full. */
  readonly route?: RerouteRoute
  /** Both ways measured at once: a reroute is never worse. */
  readonly receipt: RerouteReceipt
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type RerouteRequestGeometryFormat = 'points' | 'polyline' | 'polyline6' | 'geojson'

export type RerouteRequestReply = 'delta' | 'full'

export interface RerouteRequest {
  /** The line of the previous route, of 2 to 100,000 points. It does not tell its stops: name those still to be visited in stops. */
  readonly geometry?: readonly unknown[] | string | Readonly<Record<string, unknown>> | undefined
  /** Instead of geometry: the id of a route that this server has answered a while ago. Its stops are known. */
  readonly route_id?: string | undefined
  /** The format of the line, old and new. Default: what the geometry is (a text is tried with 5 decimals, then with 6), or the format of the route with the id. */
  readonly geometry_format?: RerouteRequestGeometryFormat | undefined
  /** Where the vehicle is, on the previous route or off it. Default: where the line begins. [latitude, longitude]. */
  readonly position?: Point | undefined
  /** Where the vehicle points, in degrees from north. */
  readonly heading?: number | undefined
  /** Another destination. Default: where the line ends. [latitude, longitude]. */
  readonly to?: Point | undefined
  /** The stops still to be visited, in this order. Default: those of the route with the id that are not passed yet; none for a geometry. */
  readonly stops?: readonly Point[] | undefined
  /** Stops not to be visited any more: as Points, or as numbers of the via stops of the route with the id. */
  readonly removed_stops?: readonly (number | Point)[] | undefined
  /** Turn-by-turn steps. */
  readonly steps?: boolean | undefined
  /** What the route must not use. Strict: if nothing is left, the reply says what blocks. */
  readonly avoid?: readonly RouteRequestAvoid[] | undefined
  /** Polygons that the route must not enter, each a list of corners. */
  readonly avoid_areas?: readonly (readonly Point[])[] | undefined
  /** The vehicle must fit: roads that are too low, narrow or weak are not used. Default: a passenger car. */
  readonly vehicle?: RouteRequestVehicle | undefined
  /** Language of the instructions, such as en, de or pt-BR. */
  readonly language?: string | undefined
  /** Adds readable distances (distance_text) in these units. */
  readonly units?: RouteRequestUnits | undefined
  /** Another way must save so many minutes. Default: one minute, or 5 % of what is left. */
  readonly min_gain_min?: number | undefined
  /** Only what changed, or the whole route in any case. */
  readonly reply?: RerouteRequestReply | undefined
}

export interface MatrixSnapped {
  readonly origins: readonly RouteSnappedFrom[]
  readonly destinations: readonly RouteSnappedFrom[]
}

export interface MatrixTraffic {
  /** When the traffic was put together; null when nobody tells anything. */
  readonly snapshot_at: string | null
}

export interface MatrixReply {
  /** Kilometres. A row for every origin, a number for every destination; null where there is no way. */
  readonly distances_km?: readonly (readonly (number | null)[])[]
  /** Minutes under live traffic, as eta_min of a route. A row for every origin, a number for every destination; null where there is no way. */
  readonly durations_min?: readonly (readonly (number | null)[])[]
  /** Minutes of the same way on an empty road; when metrics has free_flow. A row for every origin, a number for every destination; null where there is no way. */
  readonly free_flow_min?: readonly (readonly (number | null)[])[]
  /** Where the points were put on roads. At a junction a trip may begin or end on any road of it. */
  readonly snapped: MatrixSnapped
  readonly traffic: MatrixTraffic
  readonly data: RouteData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type MatrixRequestMetric = 'distance' | 'duration' | 'free_flow'

export interface MatrixRequest {
  /** All to all: every point is an origin and a destination. */
  readonly points?: readonly Point[] | undefined
  /** Instead of points: where trips begin, the rows of the matrix. */
  readonly origins?: readonly Point[] | undefined
  /** With origins: where trips end, the columns of the matrix. */
  readonly destinations?: readonly Point[] | undefined
  /** What is told of every trip: distance (distances_km), duration (durations_min), free_flow (free_flow_min). */
  readonly metrics?: readonly MatrixRequestMetric[] | undefined
  /** When all trips begin, ISO 8601. Default: now. */
  readonly depart_at?: string | undefined
  /** What the route must not use. Strict: if nothing is left, the reply says what blocks. */
  readonly avoid?: readonly RouteRequestAvoid[] | undefined
  /** Polygons that the route must not enter, each a list of corners. */
  readonly avoid_areas?: readonly (readonly Point[])[] | undefined
  /** The vehicle must fit: roads that are too low, narrow or weak are not used. Default: a passenger car. */
  readonly vehicle?: RouteRequestVehicle | undefined
}

export interface OptimizeRouteVisit {
  /** The number of the stop. */
  readonly stop: number
  /** Minutes after depart_at. */
  readonly arrives_min: number
  /** When service begins: later than arriving where a window opens later. */
  readonly begins_min: number
  /** When service has ended. */
  readonly leaves_min: number
}

export interface OptimizeRouteBreak {
  /** How many visits come before it. */
  readonly after_visits: number
  /** Minutes after depart_at. */
  readonly begins_min: number
  /** How long it is. */
  readonly duration_min: number
}

export interface OptimizeRoute {
  /** The number of the vehicle, from 0. */
  readonly vehicle: number
  /** Its stops, with those at which it begins and ends. One that returns to where it began is not repeated. */
  readonly order: readonly number[]
  /** All the way, to its end. */
  readonly distance_km: number
  /** From leaving to its end, with service, waiting and breaks. */
  readonly duration_min: number
  /** Driving alone. */
  readonly driving_min: number
  /** At stops. */
  readonly service_min: number
  /** For windows to open. */
  readonly waiting_min: number
  /** Minutes after depart_at. */
  readonly leaves_min: number
  /** Minutes after depart_at. */
  readonly ends_min: number
  /** What it visits, in order. */
  readonly visits: readonly OptimizeRouteVisit[]
  readonly breaks?: readonly OptimizeRouteBreak[]
  /** The most that is aboard at any time, for each dimension. */
  readonly load?: readonly number[]
}

export interface OptimizeUnassigned {
  /** The number of the stop. */
  readonly stop: number
  /** What keeps all vehicles from it. */
  readonly why: string
}

export type OptimizeReceiptMetric = 'distance' | 'duration'

export interface OptimizeReceipt {
  /** What was to be as little as possible: the way, or the time of driving. */
  readonly metric: OptimizeReceiptMetric
  /** The plan compared with: for every vehicle its stops. */
  readonly given: readonly (readonly number[])[]
  /** Of the given plan; null when it breaks a rule. */
  readonly given_distance_km: number | null
  /** Of the plan in this reply. */
  readonly returned_distance_km: number
  /** Likewise. */
  readonly given_driving_min: number | null
  /** Likewise. */
  readonly returned_driving_min: number
  /** Which rule the given plan breaks, so that nothing can be compared. */
  readonly given_infeasible?: string
  /** Less than by the given plan; null where they do not visit the same stops. */
  readonly saved_km: number | null
  /** Less driving than by the given plan. */
  readonly saved_min: number | null
  /** Of the metric. */
  readonly saved_pct: number | null
  /** The returned plan leaves out no more than the given one, and its metric (with balance: its longest tour first) is no more. */
  readonly never_worse: boolean
  /** Nothing better was found: this is the given plan. */
  readonly kept_given: boolean
  /** SHA-256 of the matrix of the metric that POST /v1/matrix answers for the same points and data: its cells row by row as little-endian 32-bit integers, in ten-thousandths of a kilometre or thousandths of a minute, -1 for null. */
  readonly matrix_sha256: string
  /** What the search began with. */
  readonly seed: number
  /** Rounds of the search; 0 where the best order was computed. */
  readonly iterations: number
}

export interface OptimizeReply {
  /** Every stop that is visited, once, vehicle after vehicle: numbers of stops, from 0. */
  readonly order: readonly number[]
  /** Of all vehicles. */
  readonly distance_km: number
  /** Of all vehicles, with service, waiting and breaks. */
  readonly duration_min: number
  /** How long the search has taken. */
  readonly solve_ms: number
  /** How long it took before to have all distances and times. */
  readonly matrix_ms: number
  /** What all minutes count from. */
  readonly depart_at: string
  /** One for every vehicle that is used. */
  readonly routes: readonly OptimizeRoute[]
  /** Stops that nobody visits. */
  readonly unassigned: readonly OptimizeUnassigned[]
  /** By which anybody can verify that the order is never worse; see verifyReceipt of the client. */
  readonly receipt: OptimizeReceipt
  /** Not with a matrix of your own. */
  readonly traffic?: MatrixTraffic
  readonly data?: RouteData
  /** What may surprise. */
  readonly notes?: readonly string[]
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface OptimizeRequestBreak {
  /** How long it is. */
  readonly duration_min: number
  /** When it may begin: a list of [from, to]. Default: at any time. */
  readonly windows?: readonly (readonly [number | string, number | string] | number | string)[] | undefined | null
}

export interface OptimizeRequestPair {
  /** The number of the stop where it is taken aboard. */
  readonly pickup: number
  /** The number of the stop where it is brought. */
  readonly delivery: number
}

export interface OptimizeRequestFleet {
  /** Where this vehicle begins. */
  readonly start?: Point | number | 'any' | undefined
  /** Where it ends. */
  readonly end?: Point | number | 'any' | undefined
  /** It ends where it begins. */
  readonly roundtrip?: boolean | undefined
  /** What a vehicle holds: a number, or one for each dimension. Default: no limit. */
  readonly capacity?: number | readonly number[] | undefined
  /** When a vehicle may leave, and when it must be back: [from, to], in minutes after depart_at (0 to 144,000) or as instants. */
  readonly shift?: readonly [number | string, number | string] | undefined
  /** Pauses, in the order in which they are taken. */
  readonly breaks?: readonly OptimizeRequestBreak[] | undefined
  /** What it can do. */
  readonly skills?: readonly string[] | undefined
  /** How far it may go. */
  readonly max_km?: number | undefined
  /** How long its tour may be, with service, waiting and breaks. */
  readonly max_min?: number | undefined
  /** How many stops it may visit. */
  readonly max_stops?: number | undefined
  /** Stops that no other vehicle may visit. */
  readonly only_stops?: readonly number[] | undefined
}

export type OptimizeRequestBalance = 'stops' | 'duration'

export interface OptimizeRequestMatrix {
  /** Kilometres, a row for every point; null where there is no way. */
  readonly distances_km?: readonly (readonly (number | null)[])[] | undefined
  /** Minutes, likewise. */
  readonly durations_min?: readonly (readonly (number | null)[])[] | undefined
}

export interface OptimizeRequest {
  /** What is to be visited, in the order you have now. */
  readonly stops: readonly Point[]
  /** How many vehicles there are. Default: 1. */
  readonly vehicles?: number | undefined
  /** Where tours begin: a Point, the number of a stop, or 'any'. Default: the first stop, which is the depot. */
  readonly start?: Point | number | 'any' | undefined
  /** Where tours end: a Point, the number of a stop, or 'any' (the default). */
  readonly end?: Point | number | 'any' | undefined
  /** Tours end where they begin. */
  readonly roundtrip?: boolean | undefined
  /** What is to be as little as possible: the way, or the time of driving. */
  readonly objective?: OptimizeReceiptMetric | undefined
  /** For every stop: how much of the capacity is brought there, a number or one for each dimension. It is aboard from where the vehicle begins until this stop; of a pair only between its pickup, where it is told, and its delivery. */
  readonly demands?: readonly (number | readonly number[])[] | undefined
  /** What a vehicle holds: a number, or one for each dimension. Default: no limit. */
  readonly capacity?: number | readonly number[] | undefined
  /** When a vehicle may leave, and when it must be back: [from, to], in minutes after depart_at (0 to 144,000) or as instants. */
  readonly shift?: readonly [number | string, number | string] | undefined
  /** Pauses, in the order in which they are taken. */
  readonly breaks?: readonly OptimizeRequestBreak[] | undefined
  /** How long a vehicle stays: at every stop, or a list with a number for each. */
  readonly service_min?: number | readonly number[] | undefined
  /** For every stop: when service may begin, a list of [from, to] in minutes after depart_at or as instants; null for always. */
  readonly time_windows?:
    | readonly (readonly (readonly [number | string, number | string] | number | string)[] | null)[]
    | undefined
  /** For every stop: what its vehicle must be able to do; see skills of fleet. */
  readonly skills?: readonly (readonly string[])[] | undefined
  /** For every stop: where not all can be visited, higher ones are not left out for lower ones. */
  readonly priorities?: readonly number[] | undefined
  /** What is brought from one stop to another, by one vehicle. How much is told by demands of the pickup; what demands say of stops in no pair is brought from where the vehicle begins. */
  readonly pairs?: readonly OptimizeRequestPair[] | undefined
  /** One entry for every vehicle, where they are not all alike. What is left out is as for all. */
  readonly fleet?: readonly OptimizeRequestFleet[] | undefined
  /** How far a vehicle may go. */
  readonly max_route_km?: number | undefined
  /** How long a tour may be, with service, waiting and breaks. */
  readonly max_route_min?: number | undefined
  /** How many stops a vehicle may visit. */
  readonly max_route_stops?: number | undefined
  /** First of all the longest tour is to be as short as possible: by its time (duration, or true) or by its stops. */
  readonly balance?: boolean | OptimizeRequestBalance | undefined
  /** The plan to be compared with: for every vehicle its stops. Default: stops in their order, shared out evenly. */
  readonly given?: readonly (readonly number[])[] | undefined
  /** Your own distances and times instead of those of the roads; rows and columns are the stops, then the Points among start, end and those of fleet. Where it is given, avoid, avoid_areas and vehicle count for nothing. */
  readonly matrix?: OptimizeRequestMatrix | undefined
  /** When tours begin at the soonest, ISO 8601. Default: now. */
  readonly depart_at?: string | undefined
  /** The same seed and max_iterations give the same answer. Default: 1. */
  readonly seed?: number | undefined
  /** Ends the search after so many rounds: with the same seed the same answer, unless budget_ms (then 10,000 by default) ends it before. */
  readonly max_iterations?: number | undefined
  /** How long to search for something better. Default: by the number of stops, at most 1,000. The first plan is always finished. */
  readonly budget_ms?: number | undefined
  /** What the route must not use. Strict: if nothing is left, the reply says what blocks. */
  readonly avoid?: readonly RouteRequestAvoid[] | undefined
  /** Polygons that the route must not enter, each a list of corners. */
  readonly avoid_areas?: readonly (readonly Point[])[] | undefined
  /** The vehicle must fit: roads that are too low, narrow or weak are not used. Default: a passenger car. */
  readonly vehicle?: RouteRequestVehicle | undefined
}

export type OptimiseReply = OptimizeReply

export type OptimiseRequest = OptimizeRequest

export type DroneRouteGeometryType = 'LineString' | 'MultiLineString'

export interface DroneRouteGeometry {
  readonly type: DroneRouteGeometryType
  /** [[longitude, latitude, altitude], …], or a list of such lines. */
  readonly coordinates: readonly unknown[]
}

export type DroneRouteAltitudesAre = 'above_take_off' | 'above_sea'

export type DroneRouteStepManeuverType = 'depart' | 'continue' | 'arrive'

export interface DroneRouteStepManeuver {
  readonly type: DroneRouteStepManeuverType
  /** [latitude, longitude] */
  readonly at: Point
  /** Degrees from north, 0 to 359. */
  readonly bearing_before: number
  /** Degrees from north, 0 to 359. */
  readonly bearing_after: number
}

export type DroneRouteStepKind = 'climb' | 'fly' | 'corridor' | 'stop' | 'land'

export interface DroneRouteStep {
  /** Which leg the step is part of, from 0. */
  readonly leg: number
  readonly maneuver: DroneRouteStepManeuver
  /** In words: Fly 3.2 km to the north-east. */
  readonly instruction: string
  /** The corridor; empty outside of corridors. */
  readonly name: string
  readonly kind: DroneRouteStepKind
  /** Ids of the zones of authorisation_needed that it leads through. */
  readonly zones?: readonly string[]
  readonly distance_m: number
  readonly duration_s: number
  /** First and last point of the step in the line as points, from 0; not there without a geometry. GeoJSON that is cut at the date line has two points more at the cut. */
  readonly geometry_range?: readonly [number, number]
}

export type DroneRoutePath = 'corridor' | 'mixed' | 'direct'

export interface DroneRouteCorridor {
  readonly id: string
  readonly name: string
  readonly distance_km: number
}

export interface DroneRouteEnergy {
  /** Of the whole range, with wind, climb and descent. */
  readonly needed_pct: number
  /** What must be left. */
  readonly reserve_pct: number
  readonly range_km: number
  /** As a distance in calm air. */
  readonly needed_km: number
  /** The range without the reserve. */
  readonly usable_km: number
}

export type DroneRouteZonesAvoidedRule = 'prohibited' | 'authorisation' | 'conditional' | 'none'

export interface DroneRouteZonesAvoidedAuthority {
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly url?: string
}

export interface DroneRouteZonesAvoided {
  /** What authorisations calls it. */
  readonly id: string
  readonly name: string
  readonly rule: DroneRouteZonesAvoidedRule
  /** When it is in force, in words. */
  readonly times: string
  /** Whom to ask. */
  readonly authorities: readonly DroneRouteZonesAvoidedAuthority[]
  /** Why, and under which conditions. */
  readonly message?: string
}

export type DroneRouteConditionsCorridors = 'prefer' | 'only' | 'ignore'

export interface DroneRouteConditionsWind {
  readonly speed_ms: number
  readonly from_deg: number
}

export interface DroneRouteConditionsAircraft {
  readonly cruise_speed_ms: number
  readonly range_km: number
  readonly reserve_pct: number
  readonly max_altitude_m: number
  readonly climb_rate_ms: number
  readonly wind_limit_ms: number
}

export interface DroneRouteConditions {
  /** Cruise altitude above ground, or above the place of take-off. */
  readonly altitude_m: number
  readonly margin_m: number
  readonly corridors: DroneRouteConditionsCorridors
  readonly wind: DroneRouteConditionsWind
  readonly aircraft: DroneRouteConditionsAircraft
}

export interface DroneRouteReply {
  readonly id: string
  readonly mode: 'drone'
  /** Over ground. */
  readonly distance_km: number
  /** As the crow flies, from stop to stop. */
  readonly direct_km: number
  /** From take-off to landing. Minutes. */
  readonly eta_min: number
  /** The same way without wind. Minutes. */
  readonly free_flow_min: number
  /** When it takes off. */
  readonly depart_at: string
  /** When it has landed. */
  readonly arrive_at: string
  /** As asked for in geometry; null for none. The first two points are one place, and so are the last two. */
  readonly geometry: readonly Point[] | string | DroneRouteGeometry | null
  /** Of every point of the line as points; not there without a geometry. */
  readonly altitudes_m?: readonly number[]
  /** What altitudes are measured from: the sea where the terrain is known. */
  readonly altitudes_are: DroneRouteAltitudesAre
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly RouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly DroneRouteStep[]
  /** Always empty: nothing is known of incidents in the air. */
  readonly incidents: readonly Readonly<Record<string, unknown>>[]
  /** Always empty: there is one best way. */
  readonly alternatives: readonly Readonly<Record<string, unknown>>[]
  /** corridor: at least nine tenths of the way are in corridors; direct: nothing is. */
  readonly path: DroneRoutePath
  /** Those that are followed, and how far. */
  readonly corridors: readonly DroneRouteCorridor[]
  /** What the flight takes. */
  readonly energy: DroneRouteEnergy
  /** Zones that lie across the straight line, or that the way bends around. */
  readonly zones_avoided: readonly DroneRouteZonesAvoided[]
  /** Zones that it enters because authorisations names them. */
  readonly authorisation_needed: readonly DroneRouteZonesAvoided[]
  /** What the flight was planned with, defaults included. */
  readonly conditions: DroneRouteConditions
  readonly source: 'local'
  readonly data: RouteData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface DroneRoutePlanFileReply {
  readonly fileType: 'Plan'
  readonly version: number
  readonly groundStation: string
  /** Take-off, waypoints and landing. */
  readonly mission: Readonly<Record<string, unknown>>
  /** The zones that were avoided, to be kept out of. */
  readonly geoFence: Readonly<Record<string, unknown>>
  readonly rallyPoints: Readonly<Record<string, unknown>>
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface DroneRouteGeoJsonReply {
  readonly type: 'Feature'
  readonly id: string
  /** A LineString of [longitude, latitude, altitude], or a MultiLineString across the date line. */
  readonly geometry: Readonly<Record<string, unknown>>
  /** Distance, times, energy and attribution. */
  readonly properties: Readonly<Record<string, unknown>>
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface DroneRouteRequestAircraft {
  /** Speed through the air in m/s, from 0.5 to 400. Default: 15. */
  readonly cruise_speed_ms?: number | undefined
  /** How far it gets in calm air with all of its energy, from 0.01 to 2,000. Default: 30. */
  readonly range_km?: number | undefined
  /** How much of the range must be left after landing, from 0 to below 100. Default: 20. */
  readonly reserve_pct?: number | undefined
  /** How high it may fly above ground, from 10 to 10,000. Default: 120. */
  readonly max_altitude_m?: number | undefined
  /** How fast it climbs and descends in m/s, from 0.1 to 100. Default: 3. */
  readonly climb_rate_ms?: number | undefined
  /** In more wind it does not fly, in m/s, from 0 to 150. Default: 12. */
  readonly wind_limit_ms?: number | undefined
}

export type DroneRouteRequestFormat = 'json' | 'plan' | 'geojson'

export interface DroneRouteRequest {
  /** Where it takes off: [latitude, longitude]. */
  readonly from: Point
  /** Where it lands: [latitude, longitude]. */
  readonly to: Point
  /** Places to fly over in between, in this order. */
  readonly via?: readonly Point[] | undefined
  /** What flies. Default: a small multicopter. */
  readonly aircraft?: DroneRouteRequestAircraft | undefined
  /** Cruise altitude above ground, or above the place of take-off where no terrain is known, at least 10. At most 120, or what the aircraft can. Default: 100, or that of a corridor. */
  readonly altitude_m?: number | undefined
  /** The wind at cruise altitude, the same on the whole way. Default: none. */
  readonly wind?: DroneRouteConditionsWind | undefined
  /** When it takes off, ISO 8601. Default: now. Zones and corridors count when they are in force. */
  readonly depart_at?: string | undefined
  /** prefer: follow corridors where that is at most a quarter longer; only: fly outside of them only to the first and from the last; ignore: fly as if there were none. */
  readonly corridors?: DroneRouteConditionsCorridors | undefined
  /** Ids of zones that you may fly into; those it needed are in authorisation_needed of the reply. */
  readonly authorisations?: readonly string[] | undefined
  /** How far to stay away from zones, from 1 to 5,000. Default: 30. */
  readonly margin_m?: number | undefined
  /** How high from lies above the sea, where no terrain data says so, from -500 to 9,000. Counts for zones whose limits are above the sea. Default: 0. */
  readonly take_off_sea_m?: number | undefined
  /** How high it is at from already, for one in the air, measured as altitudes_m are, from -500 to 20,000. Default: on the ground. */
  readonly from_altitude_m?: number | undefined
  /** What is flown, in words. */
  readonly steps?: boolean | undefined
  /** How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (with altitudes; cut in two where it crosses the date line), or not at all. */
  readonly geometry?: RouteRequestGeometry | undefined
  /** json: the route; plan: a plan file that QGroundControl loads; geojson: a GeoJSON Feature with altitudes. */
  readonly format?: DroneRouteRequestFormat | undefined
}

export interface MaritimeRouteLeg {
  readonly distance_km: number
  /** Nautical miles. */
  readonly distance_nm: number
  /** With waiting for canals. Minutes. */
  readonly eta_min: number
  /** Without it. Minutes. */
  readonly free_flow_min: number
  /** [latitude, longitude] */
  readonly from: Point
  /** [latitude, longitude] */
  readonly to: Point
}

export type MaritimeRouteStepKind = 'sea' | 'passage' | 'river' | 'arrival'

export interface MaritimeRouteStep {
  /** Which leg the step is part of, from 0. */
  readonly leg: number
  readonly maneuver: DroneRouteStepManeuver
  /** In words: Through the Strait of Gibraltar, 30 nm. */
  readonly instruction: string
  /** The sea, passage or waterway. */
  readonly name: string
  readonly kind: MaritimeRouteStepKind
  /** How avoid and via call the passage. */
  readonly passage?: string
  readonly distance_m: number
  readonly distance_nm: number
  /** With waiting for it, when it is a canal. */
  readonly duration_s: number
  /** First and last point of the step in the line as points, from 0; not there without a geometry. GeoJSON that is cut at the date line has two points more at every cut. */
  readonly geometry_range?: readonly [number, number]
}

export type MaritimeRoutePassageKind = 'canal' | 'strait' | 'cape' | 'arctic'

export interface MaritimeRoutePassageLimits {
  /** Draft. */
  readonly draft_m?: number
  /** Beam. */
  readonly beam_m?: number
  /** Length. */
  readonly length_m?: number
  /** Height. */
  readonly air_draft_m?: number
}

export interface MaritimeRoutePassage {
  /** How avoid and via call it. */
  readonly id: string
  readonly name: string
  readonly kind: MaritimeRoutePassageKind
  /** Miles from the start to its entrance. */
  readonly from_nm: number
  /** Miles from the start to its exit. */
  readonly to_nm: number
  /** When the ship comes to its entrance. */
  readonly reached_at: string
  /** From entrance to exit, where that is not a matter of speed; less where only a part of it is sailed. Minutes. */
  readonly transit_min?: number
  /** What ships usually wait before it. Minutes. */
  readonly waiting_min?: number
  /** The largest ship that may pass, in metres. */
  readonly limits?: MaritimeRoutePassageLimits
  /** What a master should know. */
  readonly rule?: string
}

export interface MaritimeRouteAlternative {
  readonly distance_km: number
  /** Nautical miles. */
  readonly distance_nm: number
  /** From departure to arrival, with canals and waiting for them. Minutes. */
  readonly eta_min: number
  /** Without the waiting. Minutes. */
  readonly free_flow_min: number
  /** Of eta_min: under way at the ship's speed. Minutes. */
  readonly sailing_min: number
  /** Of eta_min: within canals. Minutes. */
  readonly canal_min: number
  /** Of eta_min: before them. Minutes. */
  readonly waiting_min: number
  /** As the crow flies, from stop to stop. */
  readonly great_circle_nm: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | DroneRouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly MaritimeRouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly MaritimeRouteStep[]
  /** Canals, straits and capes on the way, in order. */
  readonly passages: readonly MaritimeRoutePassage[]
  /** Always empty: nothing is known of incidents at sea. */
  readonly incidents: readonly Readonly<Record<string, unknown>>[]
  /** When the voyage begins. */
  readonly depart_at: string
  /** When it ends. */
  readonly arrive_at: string
  /** How much longer than the best it is, as a share. */
  readonly stretch: number
  /** The share of it that is the same way. */
  readonly sharing: number
  /** What makes it another voyage. */
  readonly why: string
}

export interface MaritimeRouteClosed {
  readonly id: string
  readonly name: string
  readonly why: string
}

export interface MaritimeRouteSnappedFromPort {
  readonly name: string
  /** Its UN/LOCODE; a settlement without a port has none. */
  readonly code?: string
}

export interface MaritimeRouteSnappedFrom {
  /** [latitude, longitude] */
  readonly at: Point
  /** From the point that was given to the water; not part of the voyage. */
  readonly distance_m: number
  /** The port that was named, or else the sea. */
  readonly name: string
  /** The port that was named. */
  readonly port?: MaritimeRouteSnappedFromPort
}

export interface MaritimeRouteSnapped {
  readonly from: MaritimeRouteSnappedFrom
  readonly via: readonly MaritimeRouteSnappedFrom[]
  readonly to: MaritimeRouteSnappedFrom
}

export interface MaritimeRouteReply {
  readonly id: string
  readonly mode: 'maritime'
  readonly distance_km: number
  /** Nautical miles. */
  readonly distance_nm: number
  /** From departure to arrival, with canals and waiting for them. Minutes. */
  readonly eta_min: number
  /** Without the waiting. Minutes. */
  readonly free_flow_min: number
  /** Of eta_min: under way at the ship's speed. Minutes. */
  readonly sailing_min: number
  /** Of eta_min: within canals. Minutes. */
  readonly canal_min: number
  /** Of eta_min: before them. Minutes. */
  readonly waiting_min: number
  /** As the crow flies, from stop to stop. */
  readonly great_circle_nm: number
  /** As asked for in geometry; null for none. */
  readonly geometry: readonly Point[] | string | DroneRouteGeometry | null
  /** [south, west, north, east]; west is the larger number across the date line. */
  readonly bbox: readonly [number, number, number, number]
  /** From stop to stop. */
  readonly legs: readonly MaritimeRouteLeg[]
  /** Not there when steps is false. */
  readonly steps?: readonly MaritimeRouteStep[]
  /** Canals, straits and capes on the way, in order. */
  readonly passages: readonly MaritimeRoutePassage[]
  /** Always empty: nothing is known of incidents at sea. */
  readonly incidents: readonly Readonly<Record<string, unknown>>[]
  /** When the voyage begins. */
  readonly depart_at: string
  /** When it ends. */
  readonly arrive_at: string
  /** By other passages, the shortest first. */
  readonly alternatives: readonly MaritimeRouteAlternative[]
  /** Passages of a better voyage that this ship could not use: for its size, for the season, or because they are closed to ships that do not ask for them in allow. */
  readonly closed: readonly MaritimeRouteClosed[]
  /** Where the points were put on water. */
  readonly snapped: MaritimeRouteSnapped
  readonly source: 'local'
  readonly data: RouteData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface MaritimeRouteRequestVessel {
  /** Speed through open water in knots. Default: 14. */
  readonly speed_kn?: number | undefined
  /** Draft in metres. */
  readonly draft_m?: number | undefined
  /** Beam in metres. */
  readonly beam_m?: number | undefined
  /** Length over all in metres. */
  readonly length_m?: number | undefined
  /** Height above the water in metres. */
  readonly air_draft_m?: number | undefined
}

export interface MaritimeRouteRequest {
  /** Where the voyage begins: a point, or a port such as NLRTM or "Rotterdam, Netherlands". */
  readonly from: Point | string
  /** Where it ends: a point, or a port such as NLRTM or "Rotterdam, Netherlands". */
  readonly to: Point | string
  /** Stops in between, in this order: points, ports, or passages such as suez, through which the voyage then leads without a stop. */
  readonly via?: readonly (Point | string)[] | undefined
  /** Passages that it does not fit through are not used. What is not given fits everywhere. */
  readonly vessel?: MaritimeRouteRequestVessel | undefined
  /** Passages not to use, of suez, panama, kiel, corinth, cape_cod, chesapeake_delaware, canso, saint_lawrence_seaway, welland, soo, gibraltar, dover, messina, bonifacio, otranto, dardanelles, bosporus, kerch, great_belt, oresund, little_belt, pentland_firth, bab_el_mandeb, hormuz, malacca, singapore, sunda, lombok, torres, bass, cook, taiwan, korea, tsugaru, la_perouse, kanmon, osumi, bungo, san_bernardino, surigao, balabac, balintang, windward, mona, anegada, virgin, yucatan, florida, crooked_island, old_bahama, cabot, belle_isle, unimak, bering, magellan, cape_horn, good_hope, northwest, northeast. */
  readonly avoid?: readonly string[] | undefined
  /** Passages that are closed otherwise: northwest, northeast, and those too narrow for most, corinth and canso. */
  readonly allow?: readonly string[] | undefined
  /** When the voyage begins, ISO 8601. Default: now. Passages that are closed in winter are avoided then. */
  readonly depart_at?: string | undefined
  /** When it must have ended; instead of depart_at. */
  readonly arrive_by?: string | undefined
  /** Voyages by other passages to show at most; true is 2, false is 0 and quickest. Voyages of more than 10 legs get none. */
  readonly alternatives?: boolean | number | undefined
  /** The seas and passages on the way, in words. */
  readonly steps?: boolean | undefined
  /** How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (cut in two where it crosses the date line), or not at all. */
  readonly geometry?: RouteRequestGeometry | undefined
  /** Across the date line longitudes go on beyond 180 degrees instead of jumping, and GeoJSON stays in one piece: easy to draw. */
  readonly unwrap?: boolean | undefined
}

export interface GeocodeQuery {
  /** What to find: an address, a place, two streets that cross, coordinates, a plus code. At least 2 letters or digits. */
  readonly q: string
  /** Results to give at most, 1 to 20. */
  readonly limit?: number | undefined
  /** latitude,longitude: of results that fit alike, those near it come first. */
  readonly near?: string | undefined
  /** Only results in this country: its two letters of ISO 3166-1. */
  readonly country?: string | undefined
  /** Names in this language, where they are known; countries always. Default: as the source shows them, mostly in English outside the maps and in the local language on them; countries in English. */
  readonly lang?: string | undefined
}

export interface GeocodeResultAddress {
  /** As it is written there. */
  readonly house_number?: string
  /** Without the number. */
  readonly street?: string
  /** Part of the city. */
  readonly suburb?: string
  /** City, town or village. */
  readonly city?: string
  /** State, province or department. */
  readonly region?: string
  /** As it is written there. */
  readonly postcode?: string
  /** In English, or in the language asked for. */
  readonly country?: string
  /** Two capital letters (ISO 3166-1). */
  readonly country_code?: string
}

export type GeocodeResultSource = 'local' | 'cache' | 'upstream'

export interface GeocodeResult {
  /** [latitude, longitude] */
  readonly at: Point
  /** The address on one line, the way its country writes it. */
  readonly label: string
  readonly name: string
  /** country, region, city, town, village, suburb, postcode, airport, port, street, address, crossing, poi or position. */
  readonly kind: string
  /** What is not known is not there. */
  readonly address: GeocodeResultAddress
  /** 0 to 1: how well it fits the words. */
  readonly confidence: number
  /** From near, when it was given. */
  readonly distance_km?: number
  /** true: the house itself is not known; it is placed between its neighbours. */
  readonly interpolated?: boolean
  /** Who knew it: local, the data of this service; cache, an earlier answer of the geocoder behind it; upstream, that geocoder now. */
  readonly source: GeocodeResultSource
}

export interface GeocodeData {
  /** Whom to name wherever this is shown. */
  readonly attribution: string
}

export interface GeocodeReply {
  /** What was searched for. */
  readonly query: string
  /** The likeliest first; empty when nothing fits. */
  readonly results: readonly GeocodeResult[]
  /** Where it comes from. */
  readonly data: GeocodeData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface ReverseQuery {
  /** Latitude in degrees, -90 to 90. */
  readonly lat: number
  /** Longitude in degrees, -180 to 180. */
  readonly lon: number
  /** Names in this language, where they are known; countries always. Default: as the source shows them, mostly in English outside the maps and in the local language on them; countries in English. */
  readonly lang?: string | undefined
}

export interface ReverseNearest {
  readonly name: string
  /** [latitude, longitude] */
  readonly at: Point
  readonly distance_km: number
}

export interface ReverseReply {
  /** [latitude, longitude] */
  readonly at: Point
  /** The address on one line; in the wild and at sea the coordinates, with the nearest known settlement and country. */
  readonly label: string
  /** What was found: address, street, suburb, village, town, city, poi, country or sea. */
  readonly kind: string
  /** What is not known is not there. */
  readonly address?: GeocodeResultAddress
  /** From the position that was given to at. */
  readonly distance_m: number
  /** true: the house itself is not known; it is placed between its neighbours. */
  readonly interpolated?: boolean
  /** In the wild and at sea: the nearest known settlement. */
  readonly nearest?: ReverseNearest
  /** Who knew it: local, the data of this service; cache, an earlier answer of the geocoder behind it; upstream, that geocoder now. */
  readonly source: GeocodeResultSource
  /** Where it comes from. */
  readonly data: GeocodeData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type NearbyCategory =
  | 'atm'
  | 'cafe'
  | 'charging'
  | 'checkpoint'
  | 'food'
  | 'fuel'
  | 'hospital'
  | 'hotel'
  | 'parking'
  | 'police'
  | 'speed_camera'

export type NearbyBy = 'straight' | 'road'

export interface NearbyQuery {
  /** Latitude in degrees, -90 to 90. */
  readonly lat: number
  /** Longitude in degrees, -180 to 180. */
  readonly lon: number
  /** The kind of place. Default: all of them. */
  readonly category?: NearbyCategory | undefined
  /** Only places of this brand, whatever capitals, accents and signs it is written with. */
  readonly brand?: string | undefined
  /** How far away a place may be as the crow flies, in metres, 1 to 50000. */
  readonly radius_m?: number | undefined
  /** Places to give at most, 1 to 100. */
  readonly limit?: number | undefined
  /** The time that open tells of: an instant such as 2026-06-16T08:30:00Z, or 2026-06-16T08:30 by the clocks of the place. Default: now. */
  readonly open_at?: string | undefined
  /** How distances are measured and places sorted: as the crow flies, or by car on the roads. */
  readonly by?: NearbyBy | undefined
  /** Names in this language, where they are known; countries always. Default: as OpenStreetMap shows them, mostly in the local language; countries in English. */
  readonly lang?: string | undefined
}

export interface NearbyPlace {
  /** The element of OpenStreetMap, such as node/123. */
  readonly id: string
  /** Its name, else its brand or operator, else what kind of place it is. */
  readonly name: string
  /** The kind asked for, else what it mainly is. */
  readonly category: NearbyCategory
  /** All kinds that it is of. */
  readonly categories: readonly NearbyCategory[]
  /** [latitude, longitude] */
  readonly at: Point
  /** As the crow flies, or by road when by is road. */
  readonly distance_m: number
  /** By car under live traffic, leaving now; when by is road. */
  readonly duration_min?: number
  /** As the crow flies; when by is road. */
  readonly straight_m?: number
  /** What is not known is not there. */
  readonly address?: GeocodeResultAddress
  /** As OpenStreetMap writes them. */
  readonly opening_hours?: string
  /** Whether it is open at open_at; not there when nobody can tell. */
  readonly open?: boolean
  readonly phone?: string
  readonly website?: string
  /** What OpenStreetMap says of it. */
  readonly tags: Readonly<Record<string, string>>
}

export interface NearbyReply {
  /** The nearest first. */
  readonly places: readonly NearbyPlace[]
  /** Where it comes from. */
  readonly data: GeocodeData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type RegisterAssetKind = 'drone' | 'vehicle' | 'robot' | 'vessel'

export type RegisterAssetCategory = 'civil' | 'military'

export type RegisterAssetPlanMode = 'road' | 'av' | 'drone' | 'maritime'

export interface RegisterAssetPlan {
  readonly route_id: string
  readonly mode: RegisterAssetPlanMode
  readonly distance_km: number
  /** As planned. */
  readonly eta_min: number
  /** As planned. */
  readonly depart_at: string
  /** As planned. */
  readonly arrive_at: string
  /** How lines in reroute are written: as that of the plan was when it was attached; points for none. */
  readonly delta_format: RerouteRequestGeometryFormat
  /** When the asset was given it. */
  readonly attached_at: string
}

export interface RegisterAssetReply {
  readonly id: string
  readonly name: string
  readonly kind: RegisterAssetKind
  readonly category: RegisterAssetCategory
  readonly reference?: string
  readonly profile?: Readonly<Record<string, unknown>>
  /** The ship it is, once AIS sentences of one have come. */
  readonly mmsi?: string
  /** When it was registered. */
  readonly created_at: string
  /** The route it shall follow; null when it has none. Its line: GET …/route. */
  readonly plan: RegisterAssetPlan | null
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface RegisterAssetRequest {
  /** What people call it. */
  readonly name: string
  /** What moves: it decides how it is planned and how far off is off. */
  readonly kind: RegisterAssetKind
  /** military is for accounts on the military plan only. */
  readonly category?: RegisterAssetCategory | undefined
  /** Your own number or name for it. */
  readonly reference?: string | undefined
  /** What its routes are planned with when they do not say otherwise: vehicle, aircraft or vessel. */
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

export interface ListAssetsQuery {
  /** Assets to give at most. */
  readonly limit?: number | undefined
  /** What next was in the reply before. */
  readonly after?: string | undefined
}

export interface ListAsset {
  readonly id: string
  readonly name: string
  readonly kind: RegisterAssetKind
  readonly category: RegisterAssetCategory
  readonly reference?: string
  readonly profile?: Readonly<Record<string, unknown>>
  /** The ship it is, once AIS sentences of one have come. */
  readonly mmsi?: string
  /** When it was registered. */
  readonly created_at: string
  /** The route it shall follow; null when it has none. Its line: GET …/route. */
  readonly plan: RegisterAssetPlan | null
}

export interface ListAssetsLimits {
  readonly max_assets: number
  /** How long positions are kept. */
  readonly track_days: number
  readonly web_polls_per_s: number
  /** null: not part of the plan. */
  readonly api_live_polls_per_s: number | null
  /** null: not part of the plan. */
  readonly gps_push_per_s: number | null
}

export interface ListAssetsReply {
  /** In the order in which they were registered. */
  readonly assets: readonly ListAsset[]
  /** Of the plan, for the whole account. */
  readonly limits: ListAssetsLimits
  /** There are more: give it as after. */
  readonly next?: string
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type GetAssetReply = ListAsset

export interface RemoveAssetReply {
  /** The id. */
  readonly removed: string
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface AttachRouteReply {
  readonly asset: ListAsset
  /** As the route operation of that mode answers. */
  readonly route: Readonly<Record<string, unknown>>
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface AttachRouteRequest {
  /** How it is planned. Default: road for vehicles and robots, drone for drones, maritime for vessels. */
  readonly mode?: RegisterAssetPlanMode | undefined
  /** Give it the way on that `live` offers: from where it is, over the stops that are left, by the mode and with all wishes of its plan. No other field may be given but geometry and steps. */
  readonly reroute?: boolean | undefined
  /** How the line is written. */
  readonly geometry?: RouteRequestGeometry | undefined
  /** Whether steps are told. */
  readonly steps?: boolean | undefined
  readonly [field: string]: unknown
}

export interface AssetRouteQuery {
  /** How the line is written. Default: as deltas of the plan are, which is as it was attached. */
  readonly geometry?: RouteRequestGeometry | undefined
}

export interface AssetRouteStop {
  /** [latitude, longitude] */
  readonly at: Point
  /** From the beginning. */
  readonly distance_km: number
}

export interface AssetRouteReply {
  /** The id of the asset. */
  readonly asset: string
  readonly route_id: string
  readonly mode: RegisterAssetPlanMode
  readonly distance_km: number
  /** As planned. */
  readonly eta_min: number
  /** As planned. */
  readonly depart_at: string
  /** As planned. */
  readonly arrive_at: string
  /** How lines in reroute are written: as that of the plan was when it was attached; points for none. */
  readonly delta_format: RerouteRequestGeometryFormat
  /** When the asset was given it. */
  readonly attached_at: string
  /** How geometry is written. */
  readonly format: RouteRequestGeometry
  /** The line, as asked for; null for none. */
  readonly geometry: readonly Point[] | string | RouteGeometry | null
  /** Of a drone, at each point. */
  readonly altitudes_m?: readonly number[]
  /** Of the line in delta_format: the base_checksum of deltas. CRC-32 of its micro-degrees, eight hexadecimal digits. */
  readonly checksum: string
  /** On the way, in their order. */
  readonly stops: readonly AssetRouteStop[]
  /** [latitude, longitude] */
  readonly to: Point
  readonly data?: RouteData
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface LiveAssetPosition {
  /** [latitude, longitude] */
  readonly at: Point
  /** When it was there. */
  readonly time: string
  readonly speed_ms?: number
  readonly heading?: number
  readonly battery_pct?: number
  readonly altitude_m?: number
  readonly accuracy_m?: number
}

export type LiveAssetState = 'no_fix' | 'idle' | 'on_route' | 'drifting' | 'off_route' | 'arrived' | 'stale'

export type LiveAssetConformance = 'conforming' | 'nonconforming' | 'contingent'

export interface LiveAssetReply {
  readonly asset: ListAsset
  readonly position: LiveAssetPosition | null
  /** Since the position. */
  readonly age_s: number | null
  /** no_fix: never seen. idle: has no plan, or has not begun or has left it behind. on_route, drifting, off_route: how it keeps to it. arrived: at its end. stale: silent for too long. */
  readonly state: LiveAssetState
  /** What it was before it fell silent. */
  readonly last_state?: string
  /** From the plan. */
  readonly drift_m: number | null
  /** Of the plan that lies behind. */
  readonly progress_pct: number | null
  /** Of the plan that lies ahead, and straight to it for who is not on it. */
  readonly remaining_km: number | null
  /** Until the end, in the traffic of now and at its own pace. */
  readonly eta_min: number | null
  /** When that is. */
  readonly arrive_at: string | null
  /** How much longer than planned it takes: 0.7 to 1.5, of robots 0.1 to 10. */
  readonly pace: number | null
  /** It goes along the plan backwards. */
  readonly wrong_way?: boolean
  /** When it left the plan. */
  readonly off_route_since?: string
  /** Of drones, after ASTM F3548-21. */
  readonly conformance?: LiveAssetConformance
  /** The route it shall follow; null when it has none. Its line: GET …/route. */
  readonly plan: RegisterAssetPlan | null
  /** Off the plan: what POST /v1/reroute answers from here. */
  readonly reroute?: Readonly<Record<string, unknown>>
}

export interface StreamAssetsQuery {
  /** How long it lasts; 0 tells what there is and ends. */
  readonly seconds?: number | undefined
}

export type StreamAssetQuery = StreamAssetsQuery

export type AssetTrackFormat = 'json' | 'geojson' | 'gpx'

export interface AssetTrackQuery {
  /** The first instant. Default: a day ago. */
  readonly from?: string | undefined
  /** The last instant. Default: now. */
  readonly until?: string | undefined
  /** What next was in the reply before. */
  readonly after?: string | undefined
  /** Positions to give at most. */
  readonly limit?: number | undefined
  /** How it is written. */
  readonly format?: AssetTrackFormat | undefined
}

export type AssetTrackPositionFlag = 'late' | 'jump'

export interface AssetTrackPosition {
  /** Why it did not move the live position. */
  readonly flag?: AssetTrackPositionFlag
}

export interface AssetTrackReply {
  readonly asset: string
  readonly positions: readonly (LiveAssetPosition & AssetTrackPosition)[]
  /** There are more: give it as after. */
  readonly next?: string
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export type AssetTrackGeoJsonReply = Readonly<Record<string, unknown>>

export interface CompatDirectionsQuery {
  /** lat,lng, an address, or place_id: and an id that a reply gave. */
  readonly origin?: string | undefined
  /** lat,lng, an address, or place_id: and an id that a reply gave. */
  readonly destination?: string | undefined
  /** driving, the only one. */
  readonly mode?: string | undefined
  /** At most 25 places with | between them; enc:, an encoded polyline and a colon for all of its points; via: before one leads through it without a stop; optimize:true first lets the order of stops change. */
  readonly waypoints?: string | undefined
  /** true shows other ways. */
  readonly alternatives?: string | undefined
  /** tolls, highways, ferries, with | between them. */
  readonly avoid?: string | undefined
  /** Of the instructions and the texts; what is not known is told in English. */
  readonly language?: string | undefined
  /** metric or imperial, of the texts. */
  readonly units?: string | undefined
  /** Two letters of a country: addresses are looked for there first. */
  readonly region?: string | undefined
  /** now, or seconds since 1970. */
  readonly departure_time?: string | undefined
  /** Seconds since 1970. */
  readonly arrival_time?: string | undefined
  /** Accepted and ignored. */
  readonly traffic_model?: string | undefined
  /** Accepted and ignored. */
  readonly key?: string | undefined
}

export interface CompatDirectionsGeocodedWaypoint {
  readonly geocoder_status: string
  readonly place_id?: string
  readonly types: readonly string[]
  /** true: not all of the text was found; look at the address. */
  readonly partial_match: boolean
}

export interface CompatDirectionsRouteOverviewPolyline {
  /** An encoded polyline of 5 decimals. */
  readonly points: string
}

export interface CompatDirectionsRouteBoundsNortheast {
  readonly lat: number
  readonly lng: number
}

export interface CompatDirectionsRouteBounds {
  readonly northeast: CompatDirectionsRouteBoundsNortheast
  readonly southwest: CompatDirectionsRouteBoundsNortheast
}

export interface CompatDirectionsRouteLegDistance {
  readonly value: number
  readonly text: string
}

export interface CompatDirectionsRouteLegStep {
  readonly distance: CompatDirectionsRouteLegDistance
  readonly duration: CompatDirectionsRouteLegDistance
  readonly start_location: CompatDirectionsRouteBoundsNortheast
  readonly end_location: CompatDirectionsRouteBoundsNortheast
  readonly html_instructions: string
  readonly maneuver?: string
  readonly polyline: CompatDirectionsRouteOverviewPolyline
  readonly travel_mode: string
}

export interface CompatDirectionsRouteLegViaWaypoint {
  readonly location: CompatDirectionsRouteBoundsNortheast
  readonly step_index: number
  readonly step_interpolation: number
}

export interface CompatDirectionsRouteLeg {
  readonly distance: CompatDirectionsRouteLegDistance
  readonly duration: CompatDirectionsRouteLegDistance
  readonly duration_in_traffic: CompatDirectionsRouteLegDistance
  readonly start_address: string
  readonly end_address: string
  readonly start_location: CompatDirectionsRouteBoundsNortheast
  readonly end_location: CompatDirectionsRouteBoundsNortheast
  readonly steps: readonly CompatDirectionsRouteLegStep[]
  readonly via_waypoint: readonly CompatDirectionsRouteLegViaWaypoint[]
  readonly traffic_speed_entry: readonly Readonly<Record<string, unknown>>[]
}

export interface CompatDirectionsRoute {
  readonly summary: string
  readonly overview_polyline: CompatDirectionsRouteOverviewPolyline
  readonly bounds: CompatDirectionsRouteBounds
  readonly copyrights: string
  readonly warnings: readonly string[]
  readonly waypoint_order: readonly number[]
  readonly legs: readonly CompatDirectionsRouteLeg[]
}

export interface CompatDirectionsReply {
  /** OK; else NOT_FOUND, ZERO_RESULTS, INVALID_REQUEST, MAX_WAYPOINTS_EXCEEDED, OVER_QUERY_LIMIT, REQUEST_DENIED or UNKNOWN_ERROR. */
  readonly status: string
  readonly error_message?: string
  readonly geocoded_waypoints: readonly CompatDirectionsGeocodedWaypoint[]
  readonly routes: readonly CompatDirectionsRoute[]
  readonly available_travel_modes?: readonly string[]
}

export interface PushPositionQuery {
  /** Latitude in degrees. */
  readonly lat?: string | undefined
  /** Longitude in degrees. */
  readonly lon?: string | undefined
  /** Seconds or milliseconds since 1970, an instant, or YYYY-MM-DD HH:MM:SS in UTC. Default: now. */
  readonly timestamp?: string | undefined
  /** Knots. */
  readonly speed?: string | undefined
  /** Degrees from north. */
  readonly bearing?: string | undefined
  /** Metres above sea level. */
  readonly altitude?: string | undefined
  /** Metres. */
  readonly accuracy?: string | undefined
  /** Per cent. */
  readonly batt?: string | undefined
  /** false: the receiver has no fix, and nothing is kept. */
  readonly valid?: string | undefined
}

export interface PushPositionRejected {
  readonly index: number
  readonly why: string
}

export interface PushPositionReply {
  /** Positions that are kept: on the disk, not only in memory. */
  readonly accepted: number
  /** Positions that cannot be, by their place in the request. */
  readonly rejected: readonly PushPositionRejected[]
  readonly latest: LiveAssetPosition | null
  /** What the service ignored in the request. */
  readonly warnings?: readonly string[]
}

export interface PushPositionRequestPosition {
  /** Where it is: [latitude, longitude]. */
  readonly at?: Point | undefined
  /** Instead of at, with lon. */
  readonly lat?: number | undefined
  /** Instead of at, with lat. */
  readonly lon?: number | undefined
  /** When it was there: an instant, or seconds or milliseconds since 1970. Default: now. */
  readonly time?: string | number | undefined
  /** Metres per second. null: not known. */
  readonly speed_ms?: number | undefined | null
  /** Degrees from north. null: not known. */
  readonly heading?: number | undefined | null
  /** What is left in the battery, per cent. null: not known. */
  readonly battery_pct?: number | undefined | null
  /** Above sea level, for a drone as its plan has it. null: not known. */
  readonly altitude_m?: number | undefined | null
  /** Radius in which two fixes of three lie. null: not known. */
  readonly accuracy_m?: number | undefined | null
}

export interface PushPositionRequest {
  /** Where it is: [latitude, longitude]. */
  readonly at?: Point | undefined
  /** Instead of at, with lon. */
  readonly lat?: number | undefined
  /** Instead of at, with lat. */
  readonly lon?: number | undefined
  /** When it was there: an instant, or seconds or milliseconds since 1970. Default: now. */
  readonly time?: string | number | undefined
  /** Metres per second. null: not known. */
  readonly speed_ms?: number | undefined | null
  /** Degrees from north. null: not known. */
  readonly heading?: number | undefined | null
  /** What is left in the battery, per cent. null: not known. */
  readonly battery_pct?: number | undefined | null
  /** Above sea level, for a drone as its plan has it. null: not known. */
  readonly altitude_m?: number | undefined | null
  /** Radius in which two fixes of three lie. null: not known. */
  readonly accuracy_m?: number | undefined | null
  /** Several at once, in any order; instead of the other fields. */
  readonly positions?: readonly PushPositionRequestPosition[] | undefined
}

export type PushPositionByQueryQuery = PushPositionQuery

export type PushPositionByQueryReply = PushPositionReply

/** What goes out and what comes back, by operation. */
export interface Exchanges {
  /** Create an account and a key. */
  readonly signup: {
    readonly body: SignupRequest
    readonly reply: SignupReply
  }
  /** Plan, quota and usage of the key. */
  readonly usage: {
    readonly reply: UsageReply
  }
  /** Ask for a sign-in code. */
  readonly signIn: {
    readonly body: SignInRequest
    readonly reply: SignInReply
  }
  /** Sign in with the code. */
  readonly verifySignIn: {
    readonly body: VerifySignInRequest
    readonly reply: VerifySignInReply
  }
  /** End the session. */
  readonly signOut: {
    readonly reply: SignOutReply
  }
  /** The account that is signed in. */
  readonly account: {
    readonly reply: AccountReply
  }
  /** Usage by day and operation. */
  readonly accountUsage: {
    readonly query: AccountUsageQuery
    readonly reply: AccountUsageReply
  }
  /** Set the mobile number. */
  readonly setPhone: {
    readonly body: SetPhoneRequest
    readonly reply: SetPhoneReply
  }
  /** Remove the mobile number. */
  readonly removePhone: {
    readonly reply: RemovePhoneReply
  }
  /** Share the speeds of vehicles, or not. */
  readonly setTrafficSharing: {
    readonly body: SetTrafficSharingRequest
    readonly reply: SetTrafficSharingReply
  }
  /** List the keys. */
  readonly listKeys: {
    readonly reply: ListKeysReply
  }
  /** Create a key. */
  readonly createKey: {
    readonly body: CreateKeyRequest
    readonly reply: CreateKeyReply
  }
  /** Replace a key. */
  readonly rotateKey: {
    readonly body: RotateKeyRequest
    readonly reply: RotateKeyReply
  }
  /** Revoke a key. */
  readonly revokeKey: {
    readonly reply: RevokeKeyReply
  }
  /** Is the process alive. */
  readonly health: {
    readonly reply: HealthReply
  }
  /** Can the service answer. */
  readonly readiness: {
    readonly reply: ReadinessReply
  }
  /** Numbers for Prometheus. */
  readonly metrics: {
    readonly reply: string
  }
  /** Road route from A to B. */
  readonly route: {
    readonly body: RouteRequest
    readonly reply: RouteReply
  }
  /** Self-driving route inside an operational design domain. */
  readonly avRoute: {
    readonly body: AvRouteRequest
    readonly reply: AvRouteReply
  }
  /** Updated route, or only what changed. */
  readonly reroute: {
    readonly body: RerouteRequest
    readonly reply: RerouteReply
  }
  /** Distances and times between many points. */
  readonly matrix: {
    readonly body: MatrixRequest
    readonly reply: MatrixReply
  }
  /** Best order of stops. */
  readonly optimize: {
    readonly body: OptimizeRequest
    readonly reply: OptimizeReply
  }
  /** Best order of stops. */
  readonly optimise: {
    readonly body: OptimiseRequest
    readonly reply: OptimiseReply
  }
  /** Air route for a drone from A to B. */
  readonly droneRoute: {
    readonly body: DroneRouteRequest
    readonly reply: DroneRouteReply | DroneRoutePlanFileReply | DroneRouteGeoJsonReply
  }
  /** Sea route from A to B. */
  readonly maritimeRoute: {
    readonly body: MaritimeRouteRequest
    readonly reply: MaritimeRouteReply
  }
  /** From an address to coordinates. */
  readonly geocode: {
    readonly query: GeocodeQuery
    readonly reply: GeocodeReply
  }
  /** From coordinates to an address. */
  readonly reverse: {
    readonly query: ReverseQuery
    readonly reply: ReverseReply
  }
  /** Places nearby. */
  readonly nearby: {
    readonly query: NearbyQuery
    readonly reply: NearbyReply
  }
  /** Register an asset. */
  readonly registerAsset: {
    readonly body: RegisterAssetRequest
    readonly reply: RegisterAssetReply
  }
  /** Your assets, and what live tracking may be asked for. */
  readonly listAssets: {
    readonly query: ListAssetsQuery
    readonly reply: ListAssetsReply
  }
  /** One asset. */
  readonly getAsset: {
    readonly reply: GetAssetReply
  }
  /** Remove an asset. */
  readonly removeAsset: {
    readonly reply: RemoveAssetReply
  }
  /** Plan a route for an asset, which it shall follow. */
  readonly attachRoute: {
    readonly body: AttachRouteRequest
    readonly reply: AttachRouteReply
  }
  /** The route that an asset shall follow. */
  readonly assetRoute: {
    readonly query: AssetRouteQuery
    readonly reply: AssetRouteReply
  }
  /** Where an asset is, against its plan. */
  readonly liveAsset: {
    readonly reply: LiveAssetReply
  }
  /** Live positions of all assets, as they change. */
  readonly streamAssets: {
    readonly query: StreamAssetsQuery
    readonly reply: string
  }
  /** Live position of an asset, as it changes. */
  readonly streamAsset: {
    readonly query: StreamAssetQuery
    readonly reply: string
  }
  /** Where an asset was. */
  readonly assetTrack: {
    readonly query: AssetTrackQuery
    readonly reply: AssetTrackReply | AssetTrackGeoJsonReply | string
  }
  /** Road routes in the format of another provider. */
  readonly compatDirections: {
    readonly query: CompatDirectionsQuery
    readonly reply: CompatDirectionsReply
  }
  /** Where an asset is. */
  readonly pushPosition: {
    readonly body: PushPositionRequest
    readonly query: PushPositionQuery
    readonly reply: PushPositionReply
  }
  /** Where an asset is, in the address. */
  readonly pushPositionByQuery: {
    readonly query: PushPositionByQueryQuery
    readonly reply: PushPositionByQueryReply
  }
}

/** Where operations are. */
export const operations = {
  signup: { method: 'POST', path: '/v1/account/signup' },
  usage: { method: 'GET', path: '/v1/account/usage' },
  signIn: { method: 'POST', path: '/account/sign-in' },
  verifySignIn: { method: 'POST', path: '/account/sign-in/verify' },
  signOut: { method: 'POST', path: '/account/sign-out' },
  account: { method: 'GET', path: '/account' },
  accountUsage: { method: 'GET', path: '/account/usage' },
  setPhone: { method: 'PUT', path: '/account/phone' },
  removePhone: { method: 'DELETE', path: '/account/phone' },
  setTrafficSharing: { method: 'PUT', path: '/account/traffic' },
  listKeys: { method: 'GET', path: '/account/keys' },
  createKey: { method: 'POST', path: '/account/keys' },
  rotateKey: { method: 'POST', path: '/account/keys/{id}/rotate' },
  revokeKey: { method: 'DELETE', path: '/account/keys/{id}' },
  health: { method: 'GET', path: '/healthz' },
  readiness: { method: 'GET', path: '/readyz' },
  metrics: { method: 'GET', path: '/metrics' },
  route: { method: 'POST', path: '/v1/route' },
  avRoute: { method: 'POST', path: '/v1/av/route' },
  reroute: { method: 'POST', path: '/v1/reroute' },
  matrix: { method: 'POST', path: '/v1/matrix' },
  optimize: { method: 'POST', path: '/v1/optimize' },
  optimise: { method: 'POST', path: '/v1/optimise' },
  droneRoute: { method: 'POST', path: '/v1/drone/route' },
  maritimeRoute: { method: 'POST', path: '/v1/maritime/route' },
  geocode: { method: 'GET', path: '/v1/geocode' },
  reverse: { method: 'GET', path: '/v1/reverse' },
  nearby: { method: 'GET', path: '/v1/nearby' },
  registerAsset: { method: 'POST', path: '/v1/assets' },
  listAssets: { method: 'GET', path: '/v1/assets' },
  getAsset: { method: 'GET', path: '/v1/assets/{id}' },
  removeAsset: { method: 'DELETE', path: '/v1/assets/{id}' },
  attachRoute: { method: 'POST', path: '/v1/assets/{id}/route' },
  assetRoute: { method: 'GET', path: '/v1/assets/{id}/route' },
  liveAsset: { method: 'GET', path: '/v1/assets/{id}/live' },
  streamAssets: { method: 'GET', path: '/v1/assets/stream' },
  streamAsset: { method: 'GET', path: '/v1/assets/{id}/stream' },
  assetTrack: { method: 'GET', path: '/v1/assets/{id}/track' },
  compatDirections: { method: 'GET', path: '/v1/compat/google/directions/json' },
  pushPosition: { method: 'POST', path: '/v1/assets/{id}/position' },
  pushPositionByQuery: { method: 'GET', path: '/v1/assets/{id}/position' },
} as const
