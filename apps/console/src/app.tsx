import { useEffect } from 'preact/hooks'
import { linkTo, place } from './state/place-in-url.ts'
import { later } from './ui/later.tsx'
import { Notices } from './ui/notices.tsx'
import { ThemeSwitch } from './ui/theme-switch.tsx'

const MapView = later(() => import('./map/map-view.tsx'), '')

const pages = [
  { name: 'plan', title: 'Plan', Page: later(() => import('./pages/plan/plan-page.tsx')) },
  { name: 'optimise', title: 'Optimise', Page: later(() => import('./pages/optimise/optimise-page.tsx')) },
  { name: 'matrix', title: 'Matrix', Page: later(() => import('./pages/matrix/matrix-page.tsx')) },
  { name: 'nearby', title: 'Nearby', Page: later(() => import('./pages/nearby/nearby-page.tsx')) },
  { name: 'live', title: 'Live', Page: later(() => import('./pages/live/live-page.tsx')) },
  { name: 'account', title: 'Account', Page: later(() => import('./pages/account/account-page.tsx')) },
] as const

export function App() {
  const open = pages.find(({ name }) => name === place.value.page) ?? pages[0]
  document.title = `${open.title} · Fairway`
  // On a phone not all pages have room in the bar.
  useEffect(
    () => document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [open],
  )
  return (
    <>
      <a class="skip" href={location.hash} onClick={skipToPanel}>
        Skip to the panel
      </a>
      <header>
        <a class="brand" href={linkTo('plan')}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          Fairway
        </a>
        <nav aria-label="Pages">
          {pages.map(({ name, title }) => (
            <a key={name} href={linkTo(name)} {...(name === open.name ? { 'aria-current': 'page' as const } : {})}>
              {title}
            </a>
          ))}
        </nav>
        <a class="docs" href="/docs">
          API
        </a>
        <ThemeSwitch />
      </header>
      <main id="panel" tabIndex={-1} aria-label={open.title}>
        <open.Page key={open.name} />
      </main>
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
