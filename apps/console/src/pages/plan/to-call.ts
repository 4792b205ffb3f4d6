import type { ApiCall } from '../../state/calls.ts'
import { listActiveFields, toRequestFields } from './options/fields.ts'
import { isStopSet, listAvoidedAreas, type Mode, type RouteDraft, type Stop } from './plan.ts'

const pathByMode: Readonly<Record<Mode, string>> = {
  road: '/v1/route',
  drone: '/v1/drone/route',
  sea: '/v1/maritime/route',
  av: '/v1/av/route',
}

/** Builds the API request. Unset options are omitted, so the service defaults apply. */
export function toCall(draft: RouteDraft): ApiCall {
  const { mode, stops } = draft
  const avoidedAreas = listAvoidedAreas(draft).map(({ corners }) => corners)
  const via = stops.slice(1, -1).filter(isStopSet).map(toStopParam)
  const body: Record<string, unknown> = {
    from: toStopParam(stops[0]),
    to: toStopParam(stops.at(-1)),
    ...(via.length > 0 ? { via } : {}),
    ...(avoidedAreas.length > 0 ? { avoid_areas: avoidedAreas } : {}),
    // With longitudes beyond 180 degrees, the map draws the route as one line.
    ...(mode === 'sea' ? { unwrap: true } : {}),
  }
  for (const field of listActiveFields(draft)) {
    const input = draft.options[mode][field.name]
    if (input === undefined) continue
    for (const [path, value] of toRequestFields(field, input)) putField(body, path, value)
  }
  return { method: 'POST', path: pathByMode[mode], body }
}

/** Builds the request during a drag. Only the best route is requested, because alternatives are expensive. */
export function toDragCall(draft: RouteDraft): ApiCall {
  const call = toCall(draft)
  return draft.mode === 'drone' ? call : { ...call, body: { ...(call.body as object), alternatives: 0 } }
}

/** Returns whether two calls request the same route. Fields that are omitted during a drag are ignored. */
export function isSameRequest(first: ApiCall, second: ApiCall): boolean {
  return first.path === second.path && toRequestKey(first) === toRequestKey(second)
}

function toRequestKey({ body }: ApiCall): string {
  const { alternatives: _, ...asked } = body as Record<string, unknown>
  return JSON.stringify(asked)
}

export function toPlanFileCall(call: ApiCall): ApiCall {
  return { ...call, body: { ...(call.body as object), format: 'plan' } }
}

function toStopParam(stop: Stop | undefined): unknown {
  return stop?.at ?? stop?.name
}

function putField(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...remainingPath] = path.split('.')
  if (remainingPath.length === 0) {
    body[first] = value
    return
  }
  const innerBody = { ...(body[first] as Record<string, unknown> | undefined) }
  putField(innerBody, remainingPath.join('.'), value)
  body[first] = innerBody
}
