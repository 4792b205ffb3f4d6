import { FleetPage } from '../../fleet/fleet-page.tsx'
import { EventList } from './event-list.tsx'
import { EventSettings } from './event-settings.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

/** What happened to the assets, and where it is sent. */
export default function EventsPage() {
  return (
    <FleetPage title="Events" purpose="See what happened to your assets, and send it to your own systems.">
      <EventList />
      <EventSettings />
      <Webhooks />
    </FleetPage>
  )
}
