import { FairwayMap } from './fairway-map.ts'
import { FairwayRoute } from './fairway-route.ts'

/** `customElements.define` throws an error if the name is already defined, and a page may include this script twice. */
if (!customElements.get('fairway-map')) customElements.define('fairway-map', FairwayMap)
if (!customElements.get('fairway-route')) customElements.define('fairway-route', FairwayRoute)
