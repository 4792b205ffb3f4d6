import type { Call } from '../../state/calls.ts'
import { fieldsOf, sentFor } from './options/fields.ts'
import { isSet, type Mode, type Plan, type Stop } from './plan.ts'

const paths: Readonly<Record<Mode, string>> = {
  road: '/v1/route',
  drone: '/v1/drone/route',
  sea: '/v1/maritime/route',
  av: '/v1/av/route',
}

/** Builds the API request. Options that are not set are not sent, so the service defaults apply. */
export function toCall(plan: Plan): Call {
  const { mode, stops } = plan
  const via = stops.slice(1, -1).filter(isSet).map(given)
  const body: Record<string, unknown> = {
    from: given(stops[0]),
    to: given(stops.at(-1)),
    ...(via.length > 0 ? { via } : {}),
    // Longitudes beyond 180 degrees draw as one line.
    ...(mode === 'sea' ? { unwrap: true } : {}),
  }
  for (const field of fieldsOf(mode)) {
    const text = plan.options[mode][field.name]
    if (text === undefined) continue
    for (const [path, value] of sentFor(field, text)) put(body, path, value)
  }
  return { method: 'POST', path: paths[mode], body }
}

/** The request during a drag: only the best route, because alternatives cost more than the first one. */
export function toBriefCall(plan: Plan): Call {
  const call = toCall(plan)
  return plan.mode === 'drone' ? call : { ...call, body: { ...(call.body as object), alternatives: 0 } }
}

/** Fields left out during a drag do not make it a different request. */
export function isSameQuestion(one: Call, other: Call): boolean {
  return one.path === other.path && questionText(one) === questionText(other)
}

function questionText({ body }: Call): string {
  const { alternatives: _, ...asked } = body as Record<string, unknown>
  return JSON.stringify(asked)
}

export function asPlanFile(call: Call): Call {
  return { ...call, body: { ...(call.body as object), format: 'plan' } }
}

function given(stop: Stop | undefined): unknown {
  return stop?.at ?? stop?.name
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.')
  if (second === undefined) body[first] = value
  else body[first] = { ...(body[first] as object | undefined), [second]: value }
}
