import { MapMarker } from '../../../map/map-marker.ts'
import { routeRequest } from '../draft-state.ts'

/** Shows the charging stations where an electric car stops. */
export function ChargingStops() {
  const { answer } = routeRequest.state.value
  // Drone routes use a different energy format.
  const energy = answer?.mode === 'road' ? answer.energy : undefined
  return (
    <>
      {energy?.stops.map(({ station, arrive_pct, depart_pct }, index) => (
        <MapMarker
          key={station.id}
          at={station.at}
          label={`Charging stop ${index + 1}, ${station.name ?? station.operator ?? 'charging station'}: ${Math.round(arrive_pct)} to ${Math.round(depart_pct)} %`}
          badge="⚡"
          color="#14733f"
          shape="dot"
        />
      ))}
    </>
  )
}
