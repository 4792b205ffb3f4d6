import { once } from 'node:events'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import {
  compileExtract,
  compileRegion,
  type EmbeddedExtract,
  findNetworkOfSection,
  ROADS_FILE,
  readSectionsDeferred,
} from '@fairway/dataset'
import type { PathAttributes } from '@fairway/road'
import { openChannel } from '../../platform/channel.ts'
import { collectGarbage } from '../../platform/collect-garbage.ts'
import { saveCompileCache } from '../../platform/keep-compiled.ts'
import { addNearbyTreeSections } from '../places/nearby-tree.ts'
import { toPlaceIndex } from '../places/place-index.ts'
import type {
  LivePathAttributes,
  MatchingHandle,
  MatchingSpec,
  MetricHandle,
  MetricSpec,
  RegionHandle,
  TrafficHandle,
} from '../regions/handles.ts'
import type { ProbeTrip } from '../traffic/probes/fleet-speeds.ts'
import { TrafficService, type TrafficSettings } from '../traffic/traffic-service.ts'
import type { TrafficStatus } from '../traffic/traffic-status.ts'
import { MapCustomizer } from './map-customizer.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from './path-attributes.ts'

/**
 * Loads, compiles and customizes maps in a separate thread, so that this work does not delay route requests and usage
 * counting.
 */

const port = parentPort
if (!port) throw new Error('this file must be started as a thread by customization-worker.ts')

const customizer = new MapCustomizer(collectGarbage)
let trafficService: TrafficService | undefined

export type CustomizationRequests = {
  /** Opens the traffic sources. Maps that are loaded after this call include their traffic. */
  openTraffic: (settings: TrafficSettings) => Promise<void>
  /** Loads a dataset. Throws an error if the dataset is damaged or is not a road map. */
  load: (request: Omit<RegionHandle, 'sections' | 'deferred' | 'traffic'> & { folder: string }) => Promise<RegionHandle>
  unload: (request: { dataset: string }) => void
  customize: (request: { dataset: string; spec: MetricSpec }) => MetricHandle
  getMatchingData: (matchingSpec: MatchingSpec) => MatchingHandle
  computePathAttributes: (attributeSpec: PathAttributeSpec) => PathAttributes
  computeLivePathAttributes: (attributeSpec: LivePathAttributeSpec) => LivePathAttributes
  announceMatrices: (request: { dataset: string }) => void
  addProbes: (trips: readonly ProbeTrip[]) => void
  compileEmbeddedMap: (request: EmbeddedExtract & { dataDir: string; threads: number }) => Promise<void>
}

/** Requests to the main thread. */
export type CustomizationEvents = {
  /** Publishes the changed traffic of a map. Resolves when all threads have received it. */
  useTraffic: (request: { dataset: string; traffic: TrafficHandle }) => Promise<void>
  reportTrafficStatus: (status: TrafficStatus) => void
  warn: (reason: string) => void
}

const channel = openChannel<CustomizationRequests, CustomizationEvents>(port, {
  async openTraffic(settings) {
    trafficService = new TrafficService({
      ...settings,
      customizer,
      now: Date.now,
      publish: (dataset, traffic) => channel.request('useTraffic', { dataset, traffic }),
      onStatus: (status) => void channel.request('reportTrafficStatus', status),
      warn: (reason) => void channel.request('warn', reason),
    })
    await trafficService.start()
  },
  async load({ folder, ...names }) {
    const { sections, deferred } = await readSectionsDeferred(join(folder, ROADS_FILE), {
      region: names.region,
      groupOf: findNetworkOfSection,
    })
    const placeIndex = toPlaceIndex(sections)
    if (placeIndex) addNearbyTreeSections(sections, placeIndex)
    const handle = { ...names, sections, deferred }
    customizer.add(handle)
    return { ...handle, traffic: await trafficService?.openMap(names.dataset) }
  },
  unload({ dataset }) {
    trafficService?.removeMap(dataset)
    customizer.unload(dataset)
  },
  customize: (request) => customizer.customize(request),
  getMatchingData: (matchingSpec) => customizer.getMatchingData(matchingSpec),
  computePathAttributes: (attributeSpec) => customizer.computePathAttributes(attributeSpec),
  computeLivePathAttributes: (attributeSpec) => customizer.computeLivePathAttributes(attributeSpec),
  announceMatrices: ({ dataset }) => customizer.announceMatrices(dataset, Date.now()),
  addProbes: (trips) => trafficService?.addProbes(trips),
  async compileEmbeddedMap({ extract, region, dataDir, threads }) {
    await compileRegion({ extract, region, dataDir, threads, onProgress() {} }, compileExtract)
  },
})

saveCompileCache()
await once(port, 'close')
