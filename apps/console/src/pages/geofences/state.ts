import type { CreateGeofenceReply, ListGeofencesReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { forgetOnKeyChange } from '../../fleet/forget-on-key-change.ts'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { type Point, roundPoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { listShapePoints, MIN_CORNERS, type Shape } from './shapes.ts'

/** Request for all geofences. An account can have up to 500, so the request may load several pages. */
export const geofencesRequest = createApiRequest<readonly CreateGeofenceReply[]>(
  undefined,
  async (call, signalToStop) => {
    const loadPage = (cursor?: string) =>
      callApi<ListGeofencesReply>({ ...call, query: { ...call.query, after: cursor } }, signalToStop)
    let page = await loadPage()
    const geofences = [...page.geofences]
    while (page.next !== undefined) {
      page = await loadPage(page.next)
      geofences.push(...page.geofences)
    }
    return geofences
  },
)
export const selectedId = signal('')

export type ShapeKind = 'circle' | 'polygon' | 'corridor'

/** Geofence that is being drawn or edited. Numbers are stored as the user typed them. */
export interface Draft {
  /** Empty for a new geofence. */
  readonly id: string
  readonly name: string
  readonly kind: ShapeKind
  readonly center?: Point
  readonly radius: string
  readonly corners: readonly Point[]
  readonly holes?: readonly (readonly Point[])[]
  readonly line?: readonly Point[]
  readonly enter: boolean
  readonly exit: boolean
  /** Dwell time in minutes. Empty if dwelling is not reported. */
  readonly dwell: string
  readonly speed: string
}

/** Draft, stored outside the components so that the input survives a visit to another page. */
export const draft = signal<Draft | undefined>(undefined)

forgetOnKeyChange(() => {
  geofencesRequest.clear()
  draft.value = undefined
  selectedId.value = ''
})

/** Initial radius in pixels. A circle of this size is easy to see and to drag at any zoom level. */
const RADIUS_PIXELS = 60

export function loadGeofences(): void {
  void geofencesRequest.send({ method: 'GET', path: '/v1/geofences', query: { limit: 100 } })
}

export function startDraft(kind: ShapeKind): void {
  selectedId.value = ''
  const rules = { enter: true, exit: true, dwell: '', speed: '' }
  draft.value = { id: '', name: '', kind, radius: kind === 'corridor' ? '100' : '', corners: [], ...rules }
}

export function changeDraft(change: Partial<Draft>): void {
  if (draft.peek() !== undefined) draft.value = { ...(draft.peek() as Draft), ...change }
}

export function editGeofence({ id, name, circle, polygon, corridor, rules }: CreateGeofenceReply): void {
  const { enter = true, exit = true, dwell_s, max_speed_kmh } = rules
  const kind = circle === undefined ? (polygon === undefined ? 'corridor' : 'polygon') : 'circle'
  draft.value = {
    id,
    name,
    kind,
    ...(circle === undefined ? {} : { center: circle.center }),
    radius: String(circle?.radius_m ?? corridor?.distance_m ?? ''),
    corners: polygon?.outer ?? [],
    ...(polygon?.holes === undefined ? {} : { holes: polygon.holes }),
    ...(corridor?.line === undefined ? {} : { line: corridor.line }),
    enter,
    exit,
    dwell: dwell_s === undefined ? '' : String(dwell_s / 60),
    speed: max_speed_kmh === undefined ? '' : String(max_speed_kmh),
  }
}

/** Sets the center of a circle or the next corner of an area to the clicked position. */
export function placePoint(point: Point): void {
  const current = draft.peek()
  if (current === undefined || current.kind === 'corridor') return
  if (current.kind === 'polygon') changeDraft({ corners: [...current.corners, point] })
  else changeDraft({ center: point, radius: current.radius === '' ? String(toVisibleRadius(point)) : current.radius })
}

export function placeAtMapCenter(): void {
  const center = currentMap.peek()?.getCenter().wrap()
  if (center !== undefined) placePoint(roundPoint([center.lat, center.lng]))
}

/** Returns the radius that spans `RADIUS_PIXELS` on the map, in meters, rounded to two significant digits. */
function toVisibleRadius([latitude, longitude]: Point): number {
  const map = currentMap.peek()
  if (map === undefined) return 200
  const { x, y } = map.project([longitude, latitude])
  const meters = map.unproject([x, y]).distanceTo(map.unproject([x, y - RADIUS_PIXELS]))
  const step = 10 ** Math.max(1, Math.floor(Math.log10(meters)) - 1)
  return Math.max(step, Math.round(meters / step) * step)
}

/** Returns the shape drawn so far, or undefined if the shape is not complete. */
export function toShape({ kind, center, radius, corners, holes, line }: Draft): Shape | undefined {
  const meters = Number(radius)
  if (kind === 'corridor')
    return { corridor: { ...(line === undefined ? { along_plan: true } : { line }), distance_m: meters } }
  if (kind === 'circle') return center === undefined ? undefined : { circle: { center, radius_m: meters } }
  return corners.length < MIN_CORNERS
    ? undefined
    : { polygon: { outer: corners, ...(holes === undefined ? {} : { holes }) } }
}

export function toSaveCall(current: Draft): ApiCall | undefined {
  const shape = toShape(current)
  if (shape === undefined) return undefined
  const rules = {
    enter: current.enter,
    exit: current.exit,
    ...(current.dwell === '' ? {} : { dwell_s: Math.round(Number(current.dwell) * 60) }),
    ...(current.speed === '' ? {} : { max_speed_kmh: Number(current.speed) }),
  }
  const body = { name: current.name.trim(), ...shape, rules }
  return current.id === ''
    ? { method: 'POST', path: '/v1/geofences', body }
    : { method: 'PATCH', path: `/v1/geofences/${current.id}`, body }
}

export async function saveDraft(call: ApiCall): Promise<void> {
  const savedGeofence = await callApi<CreateGeofenceReply>(call)
  draft.value = undefined
  selectedId.value = savedGeofence.id
  loadGeofences()
}

export async function removeGeofence(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/v1/geofences/${id}` })
  if (selectedId.peek() === id) selectedId.value = ''
  loadGeofences()
}

export function showGeofence(geofence: CreateGeofenceReply): void {
  selectedId.value = geofence.id
  fitPoints(listShapePoints(geofence), 16)
}
