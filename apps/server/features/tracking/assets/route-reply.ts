import type { GeometryFormat } from '../../road/route/api/schemas.ts'
import type { Asset } from './asset.ts'
import { computeLineChecksum, getDeltaFormat, toRouteLine } from './route-line.ts'
import { findAssetRoute } from './stored-routes.ts'

const toIsoTime = (ms: number) => new Date(ms).toISOString()
const toKilometers = (meters: number) => Math.round(meters) / 1000

export function toAssetRouteSummary({ plan }: Pick<Asset, 'plan'>) {
  if (!plan) return null
  const { route, attachedAtMs } = plan
  return {
    route_id: route.id,
    mode: route.mode,
    distance_km: route.distanceKm,
    eta_min: route.etaMin,
    depart_at: route.departAt,
    arrive_at: route.arriveAt,
    delta_format: getDeltaFormat(plan),
    attached_at: toIsoTime(attachedAtMs),
  }
}

/** Returns the route summary with the line, or undefined if the asset has no route. */
export function toAssetRouteLineReply(asset: Asset, requestedFormat: GeometryFormat | undefined): object | undefined {
  const assetRoute = findAssetRoute(asset)
  const { plan } = asset
  if (!plan || !assetRoute) return undefined
  const { route } = plan
  const format = requestedFormat ?? getDeltaFormat(plan)
  return {
    asset: asset.id,
    ...toAssetRouteSummary(asset),
    format,
    geometry: format === 'none' ? null : toRouteLine(plan, format),
    ...(assetRoute.altitudesM && format !== 'none' && { altitudes_m: [...assetRoute.altitudesM] }),
    checksum: computeLineChecksum(plan),
    stops: route.stops.map(({ at, alongM }) => ({ at, distance_km: toKilometers(alongM * assetRoute.distanceScale) })),
    to: route.to,
    ...(route.data && { data: route.data }),
  }
}
