import { isMapLoading } from './map/map-loading.ts'
import { CommandButton } from './nav/command-button.tsx'
import { Dialogs } from './nav/dialogs.tsx'
import { Navigation } from './nav/navigation.tsx'
import { pages } from './nav/pages.ts'
import { runningComputations } from './state/activity.ts'
import { useLoadedMaps } from './state/loaded-maps.ts'
import { useMapInUrl } from './state/map-in-url.ts'
import { pageLocation, toLink } from './state/page-location.ts'
import { lazyComponent } from './ui/lazy-component.tsx'
import { Notices } from './ui/notices.tsx'
import { Panel } from './ui/sheet.tsx'
import { ThemeSwitch } from './ui/theme-switch.tsx'

const MapView = lazyComponent(() => import('./map/map-view.tsx'), '')

/** Interval between reloads of the map list, in milliseconds. New maps and traffic appear while the page is open. */
const MAPS_REFRESH_MS = 20_000

export function App() {
  useLoadedMaps(MAPS_REFRESH_MS)
  useMapInUrl()
  const currentPage = pages.find(({ name }) => name === pageLocation.value.page) ?? pages[0]
  document.title = `${currentPage.title} · Fairway`
  return (
    <>
      <header>
        <a class="skip" href={location.hash} onClick={skipToPanel}>
          Skip to the panel
        </a>
        <a class="brand" href={toLink('plan', { start: '1' })}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          Fairway
        </a>
        <Navigation current={currentPage.name} />
        <CommandButton />
        <a class="docs" href="/docs">
          Docs
        </a>
        <ThemeSwitch />
      </header>
      <Panel title={currentPage.title}>
        <currentPage.Page key={currentPage.name} />
      </Panel>
      <MapRoom />
      <Dialogs />
      <Notices />
    </>
  )
}

/** Shows the map, with a bar at its top while a result or the map is loading. */
function MapRoom() {
  const isBusy = isMapLoading.value || runningComputations.value > 0
  return (
    <section class="map-room" aria-label="Map" aria-busy={isBusy}>
      <MapView />
      {isBusy && <div class="loading-bar" role="progressbar" aria-label="Loading" />}
    </section>
  )
}

function skipToPanel(event: Event): void {
  event.preventDefault()
  document.getElementById('panel')?.focus()
}
