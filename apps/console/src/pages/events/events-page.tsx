import { FleetPage } from '../../fleet/fleet-page.tsx'
import { EventList } from './event-list.tsx'
import { EventSettings } from './event-settings.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

/** Shows the events of the assets, and the webhooks that receive these events. */
export default function EventsPage() {
  return (
    <FleetPage title="Events" purpose="See what happened to your assets, and send the events to your own systems.">
      <EventList />
      <EventSettings />
      <Webhooks />
    </FleetPage>
  )
}
