import { MapMarker } from '../../../map/map-marker.ts'
import type { Point } from '../../../points.ts'
import { type ChangeOptions, changeDraft, draft, findStopPosition, getStopLabel } from '../draft-state.ts'
import { type Stop, toStopBadge, toStopTitle, updateStop } from '../plan.ts'

const pinColors = { from: '#0b6e60', via: '#5b4bb5', to: '#b3261e' } as const

/** Shows a pin for every stop. The route updates while the user drags a pin. */
export function Pins() {
  const { stops } = draft.value
  return (
    <>
      {stops.map((stop, position) => {
        const point = findStopPosition(stop)
        return point === undefined ? null : (
          <Pin key={stop.key} stop={stop} at={point} position={position} count={stops.length} />
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
  const move = (to: Point, options: ChangeOptions) =>
    changeDraft(updateStop(draft.value, stop.key, { at: to, label: '' }), options)
  return (
    <MapMarker
      at={at}
      label={[toStopTitle(position, count), getStopLabel(stop)].filter((part) => part !== '').join(': ')}
      badge={toStopBadge(position, count)}
      color={position === 0 ? pinColors.from : position === count - 1 ? pinColors.to : pinColors.via}
      onDrag={(to) => move(to, { isDragging: true })}
      onDragEnd={(to, isStep) => move(to, { pushHistory: isStep })}
    />
  )
}
