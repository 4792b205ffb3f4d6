import { MapMarker } from '../../../map/map-marker.ts'
import type { Point } from '../../../points.ts'
import { type Stop, signOf, titleOf, withStop } from '../plan.ts'
import { change, labelOf, placeOf, plan } from '../plan-state.ts'

const colors = { from: '#0b6e60', via: '#5b4bb5', to: '#b3261e' } as const

/** A pin for every stop. The route follows while a pin is dragged. */
export function Pins() {
  const { stops } = plan.value
  return (
    <>
      {stops.map((stop, position) => {
        const at = placeOf(stop)
        return at === undefined ? null : (
          <Pin key={stop.key} stop={stop} at={at} position={position} count={stops.length} />
        )
      })}
    </>
  )
}

interface PinProps {
  readonly stop: Stop
  readonly at: Point
  readonly position: number
  readonly count: number
}

function Pin({ stop, at, position, count }: PinProps) {
  const move = (to: Point, how: { readonly isLive?: boolean; readonly isStep?: boolean }) =>
    change(withStop(plan.value, stop.key, { at: to, label: '' }), how)
  return (
    <MapMarker
      at={at}
      label={[titleOf(position, count), labelOf(stop)].filter((text) => text !== '').join(': ')}
      sign={signOf(position, count)}
      color={position === 0 ? colors.from : position === count - 1 ? colors.to : colors.via}
      onDrag={(to) => move(to, { isLive: true })}
      onDragEnd={(to, isStep) => move(to, { isStep })}
    />
  )
}
