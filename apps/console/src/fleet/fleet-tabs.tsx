import { pageLocation, toLink } from '../state/page-location.ts'
import '../style/fleet.css'

const tabs = [
  ['live', 'Assets'],
  ['geofences', 'Geofences'],
  ['events', 'Events'],
  ['reports', 'Reports'],
] as const

export function FleetTabs() {
  const { page } = pageLocation.value
  return (
    <nav class="fleet-tabs" aria-label="Fleet">
      {tabs.map(([name, title]) => (
        <a key={name} href={toLink(name)} {...(name === page ? { 'aria-current': 'page' as const } : {})}>
          {title}
        </a>
      ))}
    </nav>
  )
}
