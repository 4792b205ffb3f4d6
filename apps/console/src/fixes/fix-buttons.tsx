import { useEffect, useRef } from 'preact/hooks'
import { openAddCity } from '../add-map/open-add-city.ts'
import { fitPoints } from '../map/current-map.ts'
import { takesText } from '../nav/shortcuts.ts'
import type { Point } from '../points.ts'
import { callApi } from '../state/calls.ts'
import { type LoadedRegion, loadedMaps, toRegionTitle } from '../state/loaded-maps.ts'
import '../style/map-tools.css'
import { ActionFailure, useAction } from '../ui/action.tsx'
import { getNearestRoad, isNearMaps } from './find-road.ts'
import { type Fix, type FixablePoint, isOutsideMaps, listPointFixes } from './list-point-fixes.ts'

interface FixButtonsProps {
  /** Message of the service. Undefined if there is no error. */
  readonly message: string | undefined
  /** Changes that only this page can make. */
  readonly fixes?: readonly Fix[]
  /** Points that the message refers to. */
  readonly points?: readonly FixablePoint[]
  /** Position of the city to add. The default is the first point. */
  readonly near?: Point | undefined
  readonly keepFirst?: (count: number) => void
  readonly noun?: string
  /** Travel mode of the roads to which points are moved. */
  readonly profile?: string
}

/** Maximum number of buttons for regions. The message lists all maps. */
const MAX_REGIONS = 4

/** Renders buttons that change the request so that it may succeed. */
export function FixButtons({
  message,
  fixes = [],
  points = [],
  near = points[0]?.at,
  profile,
  ...list
}: FixButtonsProps) {
  const action = useAction()
  const element = useScrollIntoView(message)
  if (message === undefined) return null
  const moveToRoad = async ({ at, move }: FixablePoint) => move(await getNearestRoad(at, profile))
  const isOutside = isOutsideMaps(message)
  const regions = isOutside ? (loadedMaps.value?.regions ?? []).slice(0, MAX_REGIONS) : []
  const allFixes: readonly Fix[] = [
    ...listPointFixes(message, { ...list, points, isNearMaps, moveToRoad }),
    ...fixes,
    ...(isOutside ? [{ label: 'Add this city', run: () => addCityAt(near) }] : []),
    ...regions.map((region) => ({ label: `Show ${toRegionTitle(region.name)}`, run: () => showRegion(region) })),
  ]
  if (allFixes.length === 0) return null
  return (
    <div ref={element} class="fixes">
      {allFixes.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          class="second"
          disabled={action.isRunning.value}
          onClick={() => void action.run(async () => run())}
        >
          {label}
        </button>
      ))}
      <ActionFailure action={action} />
    </div>
  )
}

/** Shows new buttons, which are often below the visible part of the panel. The page never moves while the user types. */
function useScrollIntoView(message: string | undefined) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || !takesText(focused)) element.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return element
}

/** Opens the form with the name of the city at this point, if its extract is in the catalog. */
async function addCityAt(at: Point | undefined): Promise<void> {
  openAddCity(at === undefined ? '' : await findCityName(at))
}

async function findCityName([latitude, longitude]: Point): Promise<string> {
  const query = { lat: latitude, lon: longitude }
  const [reply, { searchCatalog }] = await Promise.all([
    callApi<{ readonly label: string }>({ method: 'GET', path: '/v1/reverse', query }).catch(() => undefined),
    import('../add-map/search-catalog.ts'),
  ])
  const parts = (reply?.label ?? '').split(',').map((part) => part.trim())
  return parts.find((part) => searchCatalog(part).length > 0) ?? ''
}

function showRegion({ bounds: [west, south, east, north] }: LoadedRegion): void {
  fitPoints([
    [south, west],
    [north, east],
  ])
}
