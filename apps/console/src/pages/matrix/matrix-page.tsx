import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { PasteBox } from '../../entry/paste-box.tsx'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { notify } from '../../state/notices.ts'
import { pageLocation } from '../../state/page-location.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { ADDRESS_OR_MAP, SearchBox } from '../../ui/search-box.tsx'
import '../../style/entry.css'
import '../../style/matrix.css'
import { findSampleStops } from '../optimize/sample.ts'
import { MatrixFailure } from './matrix-failure.tsx'
import { MatrixMap } from './matrix-map.tsx'
import { MatrixResultView } from './matrix-result.tsx'
import { PointList } from './point-list.tsx'
import { highlightedCell } from './pointed.ts'
import { addPoints, matrixRequest, matrixResult, openFromUrl, points, shouldFitView } from './state.ts'

const EXAMPLE_POINTS = '43.7301, 7.4256\n43.7401, 7.4285\nBoulevard Albert I 20, Monaco'

/** Shows the travel time and distance between all pairs of points. */
export default function MatrixPage() {
  const isTableWide = useSignal(false)
  useEffect(openFromUrl, [pageLocation.value])
  useEffect(
    () => () => {
      highlightedCell.value = undefined
    },
    [],
  )
  useMapClick((position) => addPoints([{ at: position, label: '' }]))
  useFitPoints()
  const requestState = matrixRequest.state.value
  return (
    <div class={isTableWide.value ? 'matrix wide' : 'matrix'}>
      <h1>Matrix</h1>
      <SearchBox
        label="Add a point"
        value=""
        placeholder={ADDRESS_OR_MAP}
        onPick={(place) => {
          addPoints([place])
          shouldFitView.value = true
        }}
      />
      <PasteBox example={EXAMPLE_POINTS} onAdd={addPoints} />
      {points.value.length === 0 && <SamplePoints />}
      <PointList />
      <p class="hint" role="status">
        {describeCount(points.value.length, requestState.isWaiting)}
      </p>
      <MatrixFailure />
      {matrixResult.value !== undefined && (
        <MatrixResultView
          result={matrixResult.value}
          isWide={isTableWide.value}
          onWide={(isWide) => (isTableWide.value = isWide)}
        />
      )}
      <CopyCall call={matrixResult.value?.call} />
      <MatrixMap />
    </div>
  )
}

const SAMPLE_COUNT = 8

/** Adds places in the town on the map as an example. */
function SamplePoints() {
  const action = useAction()
  const add = () =>
    action.run(async () => {
      const places = await findSampleStops(SAMPLE_COUNT, 1)
      if (places.length === 0) notify('No places found here. Move the map to a town with map data.', 'error')
      addPoints(places)
      shouldFitView.value = true
    })
  return (
    <>
      <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void add()}>
        {action.isRunning.value ? 'Loading…' : `Add ${SAMPLE_COUNT} sample points`}
      </button>
      <ActionFailure action={action} />
    </>
  )
}

function describeCount(count: number, isWaiting: boolean): string {
  if (count === 0) return 'To add points, click on the map, search for places, or paste a list.'
  if (count === 1) return 'Add one more point to compute distances.'
  return isWaiting ? 'Computing…' : `${count} points, ${(count * (count - 1)).toLocaleString('en')} routes`
}

function useFitPoints(): void {
  const [allPoints, map, isRequested] = [points.value, currentMap.value, shouldFitView.value]
  useEffect(() => {
    if (!isRequested || map === undefined || allPoints.length === 0) return
    shouldFitView.value = false
    fitPoints(allPoints.map(({ at }) => at))
  }, [allPoints, map, isRequested])
}
