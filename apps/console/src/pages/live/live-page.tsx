import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { FleetPage } from '../../fleet/fleet-page.tsx'
import { currentMap, fitPoints } from '../../map/current-map.ts'
import { apiKey } from '../../state/key.ts'
import '../../style/live.css'
import { followClock } from './clock.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { clearFleet, fleet, selectedAsset } from './fleet.ts'
import { FleetList } from './fleet-list.tsx'
import { FleetMap } from './fleet-map.tsx'
import { connection, followFleet } from './follow.ts'
import { NewAsset } from './new-asset.tsx'
import { followReroute } from './reroute.ts'
import { followAssetRoute } from './route-lines.ts'
import { SelectedAsset } from './selected-asset.tsx'
import { followTrack } from './selected-track.ts'
import { stopShowing } from './show-asset.ts'
import { run } from './simulator/simulator.ts'
import { SimulatorPanel, useDemoRequest } from './simulator/simulator-panel.tsx'

export default function LivePage() {
  useDemoRequest()
  return (
    <FleetPage
      title="Live"
      className="live"
      purpose="Track your assets: position, deviation from the planned route and arrival time."
    >
      <FleetView apiKey={apiKey.value} />
    </FleetPage>
  )
}

let lastKey = ''

function FleetView({ apiKey: key }: { readonly apiKey: string }) {
  useEffect(() => {
    // The first load has no previous key and must keep the selection from before a reload.
    if (lastKey !== '' && lastKey !== key) clearFleet()
    lastKey = key
    const stopFunctions = [
      followFleet(key),
      followTrack(),
      followAssetRoute(),
      followReroute(),
      followClock(),
      stopShowing,
    ]
    return () => {
      for (const stop of stopFunctions) stop()
    }
  }, [key])
  useFitFleet()
  // The service rejects the connection, so it would also reject any action on this page.
  if (connection.value.kind === 'refused') return <ConnectionStatus />
  return (
    <>
      <ConnectionStatus />
      <SimulatorPanel />
      <FleetList />
      {selectedAsset.value !== undefined && <SelectedAsset live={selectedAsset.value} />}
      <NewAsset />
      <FleetMap />
    </>
  )
}

/** Fits the fleet into view when the first assets have loaded. After that, only the user moves the map. */
function useFitFleet(): void {
  const isMapFitted = useRef(false)
  useSignalEffect(() => {
    const positions = [...fleet.value.values()].flatMap(({ position }) => (position === null ? [] : [position.at]))
    if (isMapFitted.current || currentMap.value === undefined || positions.length === 0) return
    isMapFitted.current = true
    // When a simulated run starts, the map shows the whole route instead.
    if (run.peek() === undefined) fitPoints(positions, 14)
  })
}
