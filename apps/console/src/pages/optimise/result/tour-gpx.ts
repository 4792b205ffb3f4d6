import { pointsOf, type RouteReply, toGpx } from '@fairway/client'
import { ask } from '../../../state/calls.ts'
import { routeCalls } from '../lines.ts'
import type { Path } from '../paths.ts'

/** A tour for a navigation device. It is requested with steps, which the map lines do not need. */
export async function tourGpx(path: Path, name: string): Promise<string> {
  const routes: RouteReply[] = []
  for (const call of routeCalls(path, { geometry: 'polyline' })) routes.push(await ask<RouteReply>(call))
  const [first] = routes
  if (first === undefined) return ''
  return toGpx(
    {
      geometry: routes.flatMap((route) => pointsOf(route)),
      bbox: first.bbox,
      steps: routes.flatMap(({ steps }) => steps ?? []),
      data: first.data,
    },
    { name },
  )
}
