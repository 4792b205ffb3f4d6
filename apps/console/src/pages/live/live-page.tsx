import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { showAll, theMap } from '../../map/the-map.ts'
import { apiKey } from '../../state/key.ts'
import '../../style/live.css'
import { ChosenAsset } from './chosen-asset.tsx'
import { followTrack } from './chosen-track.ts'
import { followClock } from './clock.ts'
import { chosen, fleet, forgetFleet } from './fleet.ts'
import { FleetList } from './fleet-list.tsx'
import { FleetMap } from './fleet-map.tsx'
import { followFleet, link } from './follow.ts'
import { LinkState } from './link-state.tsx'
import { NeedKey } from './need-key.tsx'
import { NewAsset } from './new-asset.tsx'
import { followPlan } from './plan-lines.ts'
import { followReroute } from './reroute.ts'
import { stopShowing } from './show-asset.ts'
import { run } from './simulator/simulator.ts'
import { SimulatorPanel } from './simulator/simulator-panel.tsx'

export default function LivePage() {
  const key = apiKey.value
  return (
    <div class="live">
      <h1>Live</h1>
      {key === '' ? <NeedKey /> : <Watching key={key} apiKey={key} />}
    </div>
  )
}

let lastKey = ''

function Watching({ apiKey: key }: { readonly apiKey: string }) {
  useEffect(() => {
    // On first load there is nothing to clear, and the selection from before a reload is kept.
    if (lastKey !== '' && lastKey !== key) forgetFleet()
    lastKey = key
    const stops = [followFleet(key), followTrack(), followPlan(), followReroute(), followClock(), stopShowing]
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
  useFirstView()
  // Any action here would be rejected too.
  if (link.value.kind === 'refused') return <LinkState />
  return (
    <>
      <LinkState />
      <SimulatorPanel />
      <FleetList />
      {chosen.value !== undefined && <ChosenAsset live={chosen.value} />}
      <NewAsset />
      <FleetMap />
    </>
  )
}

/** Fits the fleet into view once, when the first assets are loaded. After that, the user controls the map. */
function useFirstView(): void {
  const isDone = useRef(false)
  useSignalEffect(() => {
    const positions = [...fleet.value.values()].flatMap(({ position }) => (position === null ? [] : [position.at]))
    if (isDone.current || theMap.value === undefined || positions.length === 0) return
    isDone.current = true
    // At the start of a simulated run, the map shows the whole route instead.
    if (run.peek() === undefined) showAll(positions, 14)
  })
}
