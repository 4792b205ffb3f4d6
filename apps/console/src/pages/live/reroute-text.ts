import type { Reroute } from './reroute.ts'

interface RerouteText {
  readonly explanation: string
  /** Label of the button that assigns the route. */
  readonly action: string
  /** Size of the update. Undefined if there is none. */
  readonly size?: string
}

/** Describes an offered reroute. If the planned route is still the best, there is no new line on the map. */
export function describeReroute({ kind, delta }: Pick<Reroute, 'kind' | 'delta'>, reply: unknown): RerouteText {
  if (kind === 'unchanged') return { explanation: 'The planned route is still the best.', action: 'Return to route' }
  const text = { explanation: 'The new route is dashed on the map.', action: 'Use new route' }
  if (delta === undefined) return { ...text, size: 'A completely new route.' }
  const keepOps = delta.ops.filter(({ op }) => op === 'keep')
  const points = keepOps.reduce((sum, { from = 0, to = 0 }) => sum + to - from + 1, 0)
  const bytes = JSON.stringify((reply as { reroute?: unknown } | undefined)?.reroute ?? '').length
  return {
    ...text,
    size: `The update keeps ${points} points of the old route and is ${bytes.toLocaleString('en')} bytes long.`,
  }
}
