import { pointsOf, type RouteReply, toGpx } from '@fairway/client'
import { callApi } from '../../../state/calls.ts'
import { toRouteCalls } from '../lines.ts'
import type { VehiclePath } from '../paths.ts'

/**
 * Returns a tour as GPX for a navigation device. This request includes steps, which the lines on the map do not need.
 */
export async function fetchTourGpx(path: VehiclePath, name: string): Promise<string> {
  const routes: RouteReply[] = []
  for (const call of toRouteCalls(path, { geometry: 'polyline' })) routes.push(await callApi<RouteReply>(call))
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
