import { once } from 'node:events'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { compileExtract, compileRegion, montevideoTiles, ROADS_FILE, readSections } from '@fairway/dataset'
import type { PathAttributes } from '@fairway/road'
import { keepNearbyTree } from '../../features/places/nearby/nearby-tree.ts'
import { placesOf } from '../../features/places/runtime/place-index.ts'
import { openChannel } from '../../platform/channel.ts'
import { keepCompiled } from '../../platform/keep-compiled.ts'
import type {
  LiveMeasures,
  MatchingHandle,
  MetricHandle,
  MetricSpec,
  RegionHandle,
  TrafficHandle,
} from '../regions/handles.ts'
import type { ProbeDrive } from '../traffic/probes/fleet-speeds.ts'
import { TrafficDesk, type TrafficSettings } from '../traffic/traffic-service.ts'
import type { TrafficStatus } from '../traffic/traffic-status.ts'
import { MapWorkshop } from './map-customizer.ts'
import type { LiveMeasureSpec, MeasureSpec } from './path-attributes.ts'

/**
 * The heavy work on maps: loading, compiling, customizing. It runs in a separate thread, so that neither routes nor
 * usage counting wait for it.
 */

const port = parentPort
if (!port) throw new Error('this file must be started as a thread by workshop.ts')

const workshop = new MapWorkshop()
let desk: TrafficDesk | undefined

export type WorkshopQuestions = {
  /** From now on, maps include their traffic. */
  openTraffic: (settings: TrafficSettings) => Promise<void>
  /** Throws when the dataset is damaged or not a road map. */
  load: (what: Omit<RegionHandle, 'sections' | 'traffic'> & { folder: string }) => Promise<RegionHandle>
  forget: (what: { dataset: string }) => void
  weigh: (what: { dataset: string; spec: MetricSpec }) => MetricHandle
  matching: (what: { dataset: string }) => MatchingHandle
  measure: (what: MeasureSpec) => PathAttributes
  measureLive: (what: LiveMeasureSpec) => LiveMeasures
  expectMatrices: (what: { dataset: string }) => void
  addProbes: (drives: readonly ProbeDrive[]) => void
  compileEmbedded: (what: { dataDir: string; threads: number }) => Promise<void>
}

/** Requests to the main thread. */
export type WorkshopNews = {
  /** The traffic of a map has changed. Resolves when all threads have it. */
  useTraffic: (what: { dataset: string; traffic: TrafficHandle }) => Promise<void>
  tellTraffic: (status: TrafficStatus) => void
  warn: (why: string) => void
}

const channel = openChannel<WorkshopQuestions, WorkshopNews>(port, {
  async openTraffic(settings) {
    desk = new TrafficDesk({
      ...settings,
      workshop,
      now: Date.now,
      publish: (dataset, traffic) => channel.ask('useTraffic', { dataset, traffic }),
      tell: (status) => void channel.ask('tellTraffic', status),
      warn: (why) => void channel.ask('warn', why),
    })
    await desk.start()
  },
  async load({ folder, ...names }) {
    const sections = await readSections(join(folder, ROADS_FILE), { shared: true, region: names.region })
    const places = placesOf(sections)
    if (places) keepNearbyTree(sections, places)
    const handle = { ...names, sections }
    workshop.add(handle)
    return { ...handle, traffic: await desk?.open(names.dataset) }
  },
  forget({ dataset }) {
    desk?.forget(dataset)
    workshop.forget(dataset)
  },
  weigh: (what) => workshop.weigh(what),
  matching: (what) => workshop.matching(what),
  measure: (what) => workshop.measure(what),
  measureLive: (what) => workshop.measureLive(what),
  expectMatrices: ({ dataset }) => workshop.expectMatrices(dataset, Date.now()),
  addProbes: (drives) => desk?.addProbes(drives),
  async compileEmbedded({ dataDir, threads }) {
    const extract = montevideoTiles()
    await compileRegion({ extract, region: 'montevideo', dataDir, threads, onProgress() {} }, compileExtract)
  },
})

keepCompiled()
await once(port, 'close')
