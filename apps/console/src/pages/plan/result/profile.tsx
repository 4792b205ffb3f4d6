import { useMemo } from 'preact/hooks'
import type { Point } from '../../../points.ts'
import { kilometers } from '../../../ui/measures.ts'
import { Plot } from '../../../ui/plot.tsx'
import { kilometersAlong, pointAlong } from '../along.ts'
import { chosen } from '../plan-state.ts'
import type { Way } from '../ways.ts'
import { pointedAt } from './step-list.tsx'

/**
 * The altitude of a flight or the speed of a drive along the route. Hovering over the plot marks the position on the
 * map.
 */
export function Profile() {
  const way = chosen.value
  const along = useMemo(() => kilometersAlong(way?.points ?? []), [way])
  if (way === undefined || way.mode === 'maritime') return null
  const isFlight = way.altitudes !== undefined
  const points = isFlight ? heights(way.altitudes, along) : speeds(way)
  const hover = (km: number | undefined) => {
    const at: Point | undefined = km === undefined ? undefined : pointAlong(way.points, along, km)
    pointedAt.value = at === undefined ? undefined : { at, line: [] }
  }
  return (
    <Plot
      title={isFlight ? 'Altitude along the route' : 'Speed along the route'}
      points={points}
      xText={kilometers}
      yText={(value) => (isFlight ? `${Math.round(value)} m` : `${Math.round(value)} km/h`)}
      onHover={hover}
    />
  )
}

function heights(altitudes: readonly number[], along: readonly number[]): (readonly [number, number])[] {
  return altitudes.map((altitude, index) => [along[index] ?? 0, altitude])
}

/** The mean speed of every step, including its turn and signals, as flat segments. */
function speeds({ steps }: Way): (readonly [number, number])[] {
  let km = 0
  return steps.flatMap(({ meters, seconds }) => {
    if (meters <= 0 || seconds <= 0) return []
    const speed = (meters / seconds) * 3.6
    const start = km
    km += meters / 1_000
    return [
      [start, speed],
      [km, speed],
    ] as const
  })
}
