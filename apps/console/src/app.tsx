import { useLoadedMaps } from './state/loaded-maps.ts'
import { useMapInUrl } from './state/map-in-url.ts'
import { pageLocation, toLink } from './state/page-location.ts'
import { lazyComponent } from './ui/lazy-component.tsx'
import { Notices } from './ui/notices.tsx'
import { Panel } from './ui/sheet.tsx'
import { ThemeSwitch } from './ui/theme-switch.tsx'

const MapView = lazyComponent(() => import('./map/map-view.tsx'), '')

/** Each icon is an SVG path in a 24 × 24 box. The phone navigation bar draws it as a line. */
const pages = [
  {
    name: 'plan',
    title: 'Plan',
    shape:
      'M6 21a3 3 0 1 1 0-6 3 3 0 0 1 0 6M18 9a3 3 0 1 1 0-6 3 3 0 0 1 0 6M9 18h7a3.500 3.500 0 0 0 0-7H8a3 3 0 0 1 0-6h7',
    Page: lazyComponent(() => import('./pages/plan/plan-page.tsx')),
  },
  {
    name: 'optimise',
    title: 'Optimize',
    shape: 'M12 3v4M12 7 5 13v5M12 7l7 6v5M12 7v11M5 21v-.100M12 21v-.100M19 21v-.100',
    Page: lazyComponent(() => import('./pages/optimize/optimize-page.tsx')),
  },
  {
    name: 'matrix',
    title: 'Matrix',
    shape: 'M4 4h16v16H4zM4 9.300h16M4 14.600h16M9.300 4v16M14.600 4v16',
    Page: lazyComponent(() => import('./pages/matrix/matrix-page.tsx')),
  },
  {
    name: 'nearby',
    title: 'Nearby',
    shape:
      'M12 21s7-6.200 7-11.500a7 7 0 0 0-14 0C5 14.800 12 21 12 21M12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
    Page: lazyComponent(() => import('./pages/nearby/nearby-page.tsx')),
  },
  {
    name: 'live',
    title: 'Live',
    shape:
      'M12 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3M8 15.500a5.500 5.500 0 0 1 0-8M16 15.500a5.500 5.500 0 0 0 0-8M5 18.500a10 10 0 0 1 0-14M19 18.500a10 10 0 0 0 0-14',
    Page: lazyComponent(() => import('./pages/live/live-page.tsx')),
  },
  {
    name: 'account',
    title: 'Account',
    shape: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0',
    Page: lazyComponent(() => import('./pages/account/account-page.tsx')),
  },
] as const

/** New maps and traffic appear while the page is open. */
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
        <a class="brand" href={toLink('plan')}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          Fairway
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, title, shape }) => (
            <a
              key={name}
              href={toLink(name)}
              {...(name === currentPage.name ? { 'aria-current': 'page' as const } : {})}
            >
              <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
                <path d={shape} />
              </svg>
              {title}
            </a>
          ))}
        </nav>
        <a class="docs" href="/docs">
          API
        </a>
        <ThemeSwitch />
      </header>
      <Panel title={currentPage.title}>
        <currentPage.Page key={currentPage.name} />
      </Panel>
      <section class="map-room" aria-label="Map">
        <MapView />
      </section>
      <Notices />
    </>
  )
}

function skipToPanel(event: Event): void {
  event.preventDefault()
  document.getElementById('panel')?.focus()
}
