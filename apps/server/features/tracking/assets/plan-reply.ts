import type { GeometryFormat } from '../../road/route/api/schemas.ts'
import type { Asset } from './asset.ts'
import { deltaFormatOf, lineChecksum, lineOf } from './plan-line.ts'
import { planOf } from './plans.ts'

const instant = (ms: number) => new Date(ms).toISOString()
const kilometers = (meters: number) => Math.round(meters) / 1000

export function toPlanReply({ plan }: Pick<Asset, 'plan'>) {
  if (!plan) return null
  const { route, attachedAtMs } = plan
  return {
    route_id: route.id,
    mode: route.mode,
    distance_km: route.distanceKm,
    eta_min: route.etaMin,
    depart_at: route.departAt,
    arrive_at: route.arriveAt,
    delta_format: deltaFormatOf(plan),
    attached_at: instant(attachedAtMs),
  }
}

/** The same with its line; undefined if the asset has no route. */
export function toPlanLineReply(asset: Asset, asked: GeometryFormat | undefined): object | undefined {
  const followed = planOf(asset)
  const { plan } = asset
  if (!plan || !followed) return undefined
  const { route } = plan
  const format = asked ?? deltaFormatOf(plan)
  return {
    asset: asset.id,
    ...toPlanReply(asset),
    format,
    geometry: format === 'none' ? null : lineOf(plan, format),
    ...(followed.altitudesM && format !== 'none' && { altitudes_m: [...followed.altitudesM] }),
    checksum: lineChecksum(plan),
    stops: route.stops.map(({ at, alongM }) => ({ at, distance_km: kilometers(alongM * followed.distanceScale) })),
    to: route.to,
    ...(route.data && { data: route.data }),
  }
}
