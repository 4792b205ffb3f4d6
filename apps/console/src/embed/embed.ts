import { FairwayMap } from './fairway-map.ts'
import { FairwayRoute } from './fairway-route.ts'

/** A page that includes the script twice must not fail. */
if (!customElements.get('fairway-map')) customElements.define('fairway-map', FairwayMap)
if (!customElements.get('fairway-route')) customElements.define('fairway-route', FairwayRoute)
