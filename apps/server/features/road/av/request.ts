import type { OddLight, OddWeather } from '@fairway/road'
import { ok, type Result } from '../../../platform/result.ts'
import { noModels } from '../models/model-source.ts'
import type { RoutingFailure } from '../route/api/failures.ts'
import { type RouteQuery, readRouteQuery } from '../route/api/request.ts'
import { AvBody, type AvFields } from './schemas.ts'

/** Parsed self-driving route request. */
export interface AvQuery {
  readonly routeQuery: RouteQuery
  readonly conditions: RequestedConditions
  readonly odd: string | undefined
  readonly operator: string | undefined
}

interface RequestedConditions {
  readonly weather: OddWeather
  /** Whether the request omits the weather, so that a default applies. */
  readonly isWeatherAssumed: boolean
  /** Light conditions. If undefined, the light is derived from the position of the sun. */
  readonly light: OddLight | undefined
  readonly visibilityMeters: number
}

/** Conservative default visibility for each kind of weather, in meters. */
const defaultVisibilityMeters: Readonly<Record<OddWeather, number>> = {
  dry: 10_000,
  light_rain: 5000,
  rain: 2000,
  heavy_rain: 500,
  fog: 100,
  snow: 300,
  hail: 300,
  ice: 10_000,
  dust: 100,
  strong_wind: 10_000,
}

export function readAvQuery(body: AvFields, nowMs: number): Result<AvQuery, RoutingFailure> {
  // Unknown fields stay in the body and cause a warning. Some fields are valid for road routes but not for self-driving
  // routes.
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => name in AvBody.properties)) as AvFields
  const route = readRouteQuery(fields, nowMs, noModels)
  if (!route.ok) return route
  const { weather = 'dry', light, visibility_m } = body.conditions ?? {}
  return ok({
    routeQuery: route.value,
    conditions: {
      weather,
      isWeatherAssumed: body.conditions?.weather === undefined,
      light,
      visibilityMeters: visibility_m ?? defaultVisibilityMeters[weather],
    },
    odd: body.odd,
    operator: body.operator,
  })
}
