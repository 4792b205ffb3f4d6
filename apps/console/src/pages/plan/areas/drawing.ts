import { effect, signal } from '@preact/signals'
import { currentMap } from '../../../map/current-map.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { changeDraft, draft, relabelDraft, startVisits } from '../draft-state.ts'
import { type Area, createArea, setAreas } from '../plan.ts'
import { createAreaAround, isArea, MAX_AREAS } from './areas.ts'

/** Corners drawn so far. Undefined when the user is not drawing. */
export const drawnCorners = signal<readonly Point[] | undefined>(undefined)
/** Position of the mouse while drawing. The next edge ends there. */
export const drawingPointer = signal<Point | undefined>(undefined)
/** Index of the area whose corners can be moved. */
export const selectedArea = signal<number | undefined>(undefined)

const FIRST_CORNER_REACH_PIXELS = 12
const MIN_EDGE_PIXELS = 4
/** Radius of a new area in pixels. An area of this size is easy to see and to drag at any zoom level. */
const AREA_RADIUS_PIXELS = 60

export function canAddArea(): boolean {
  return draft.value.areas.length < MAX_AREAS
}

export function startDrawing(): void {
  selectedArea.value = undefined
  drawnCorners.value = []
}

export function cancelDrawing(): void {
  drawnCorners.value = undefined
  drawingPointer.value = undefined
}

export function removeLastCorner(): void {
  const corners = drawnCorners.peek()
  if (corners !== undefined && corners.length > 0) drawnCorners.value = corners.slice(0, -1)
}

// Only road routes have areas to avoid, so drawing ends in other modes.
effect(() => {
  if (draft.value.mode !== 'road') cancelDrawing()
})

// The Back button can remove the selected area. Otherwise, the next click on the map would only end its selection.
effect(() => {
  if ((selectedArea.value ?? -1) >= draft.value.areas.length) selectedArea.value = undefined
})

// The logo opens the first screen, where nothing is being drawn.
startVisits.subscribe(cancelDrawing)

/** Adds a corner, or closes the area if the user clicked the first corner. */
export function drawCorner(corner: Point): void {
  const corners = drawnCorners.peek()
  if (corners === undefined) return
  const [first, last] = [corners[0], corners.at(-1)]
  // The map reports a double-click as two clicks.
  if (last !== undefined && pixelsBetween(last, corner) < MIN_EDGE_PIXELS) return
  if (first !== undefined && isArea(corners) && pixelsBetween(first, corner) <= FIRST_CORNER_REACH_PIXELS)
    finishDrawing()
  else drawnCorners.value = [...corners, corner]
}

export function finishDrawing(): void {
  const corners = drawnCorners.peek()
  cancelDrawing()
  if (corners !== undefined && isArea(corners)) addArea(corners)
}

export function addAreaAround(center: Point): void {
  const map = currentMap.peek()
  if (map === undefined) return
  const { x, y } = map.project([center[1], center[0]])
  const edge = map.unproject([x, y - AREA_RADIUS_PIXELS])
  drawnCorners.value = undefined
  addArea(createAreaAround(center, map.unproject([x, y]).distanceTo(edge)))
}

export function addAreaAtMapCenter(): void {
  const center = currentMap.peek()?.getCenter().wrap()
  if (center !== undefined) addAreaAround(roundPoint([center.lat, center.lng]))
}

function addArea(corners: readonly Point[]): void {
  const { areas } = draft.peek()
  changeDraft(setAreas(draft.peek(), [...areas, createArea(corners)]), { pushHistory: true })
  selectedArea.value = areas.length
}

/** Changes the name of an area. The route stays the same, so it is not requested again. */
export function renameArea(index: number, name: string): void {
  const { areas } = draft.peek()
  if (areas[index]?.name !== name) relabelDraft({ ...draft.peek(), areas: changeArea(areas, index, { name }) })
}

export function hideArea(index: number, isHidden: boolean): void {
  if (isHidden && selectedArea.peek() === index) selectedArea.value = undefined
  changeDraft(setAreas(draft.peek(), changeArea(draft.peek().areas, index, { isHidden })), { pushHistory: true })
}

function changeArea(areas: readonly Area[], index: number, change: Partial<Area>): readonly Area[] {
  return areas.map((area, position) => (position === index ? { ...area, ...change } : area))
}

export function removeArea(index: number): void {
  selectedArea.value = undefined
  changeDraft(
    setAreas(
      draft.peek(),
      draft.peek().areas.filter((_, position) => position !== index),
    ),
    { pushHistory: true },
  )
}

export function moveCorner(index: number, corner: number, to: Point, isDragging: boolean): void {
  const { areas } = draft.peek()
  const corners = (areas[index]?.corners ?? []).map((point, position) => (position === corner ? to : point))
  changeDraft(setAreas(draft.peek(), changeArea(areas, index, { corners })), { isDragging })
}

function pixelsBetween(a: Point, b: Point): number {
  const map = currentMap.peek()
  if (map === undefined) return Number.POSITIVE_INFINITY
  const [first, second] = [map.project([a[1], a[0]]), map.project([b[1], b[0]])]
  return Math.hypot(first.x - second.x, first.y - second.y)
}
