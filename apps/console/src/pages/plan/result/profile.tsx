import { useMemo } from 'preact/hooks'
import type { Point } from '../../../points.ts'
import { formatKilometers } from '../../../ui/format.ts'
import { Plot } from '../../../ui/plot.tsx'
import { cumulativeKilometers, pointAlong } from '../along.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { selectedRoute } from '../draft-state.ts'
import { sumClimbs, toGroundPoints } from '../elevation.ts'
import { highlightedStep } from './step-list.tsx'

/**
 * Plots the altitude of a flight or the driving speed along the route. Hovering over the plot marks the position on the
 * map.
 */
export function Profile() {
  const route = selectedRoute.value
  const cumulativeKm = useMemo(() => cumulativeKilometers(route?.points ?? []), [route])
  if (route === undefined || route.mode === 'maritime') return null
  const isFlight = route.altitudes !== undefined
  const points = isFlight ? toHeightPoints(route.altitudes, cumulativeKm) : toSpeedPoints(route)
  const highlightPoint = (km: number | undefined) => {
    const hoverPoint: Point | undefined = km === undefined ? undefined : pointAlong(route.points, cumulativeKm, km)
    highlightedStep.value = hoverPoint === undefined ? undefined : { at: hoverPoint, line: [] }
  }
  return (
    <>
      <Elevation route={route} cumulativeKm={cumulativeKm} onHover={highlightPoint} />
      <Plot
        title={isFlight ? 'Altitude along the route' : 'Speed along the route'}
        points={points}
        formatX={formatKilometers}
        formatY={(value) => (isFlight ? `${Math.round(value)} m` : `${Math.round(value)} km/h`)}
        onHover={highlightPoint}
      />
    </>
  )
}

interface ElevationProps {
  readonly route: DisplayRoute
  readonly cumulativeKm: readonly number[]
  readonly onHover: (km: number | undefined) => void
}

/** Plots the ground elevation, with the total ascent and descent. */
function Elevation({ route, cumulativeKm, onHover }: ElevationProps) {
  if (route.heights === undefined) return null
  const points = toGroundPoints(route.heights, cumulativeKm)
  const { up, down } = sumClimbs(points.map(([, height]) => height))
  return (
    <Plot
      title={`Elevation: ${Math.round(up)} m up, ${Math.round(down)} m down`}
      points={points}
      formatX={formatKilometers}
      formatY={(value) => `${Math.round(value)} m`}
      isFromZero={false}
      onHover={onHover}
    />
  )
}

function toHeightPoints(altitudes: readonly number[], cumulativeKm: readonly number[]): (readonly [number, number])[] {
  return altitudes.map((altitude, index) => [cumulativeKm[index] ?? 0, altitude])
}

/** Returns the mean speed of every step as flat segments. The speed includes the delay at turns and signals. */
function toSpeedPoints({ steps }: DisplayRoute): (readonly [number, number])[] {
  let km = 0
  return steps.flatMap(({ meters, seconds }) => {
    if (meters <= 0 || seconds <= 0) return []
    const speedKmh = (meters / seconds) * 3.6
    const start = km
    km += meters / 1_000
    return [
      [start, speedKmh],
      [km, speedKmh],
    ] as const
  })
}
