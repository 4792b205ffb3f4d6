import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import {
  learnTypical,
  networkMark,
  noTypicalSpeeds,
  type Passages,
  type RoadNetwork,
  type SpeedEstimator,
} from '@fairway/road'
import { inheritTypical } from '../../maps/traffic/inherit-typical.ts'
import { segmentsNow, toSegmentCsv } from '../../maps/traffic/probes/live-speeds.ts'
import { utcOffsetsOf } from '../../maps/traffic/probes/utc-offsets.ts'
import { toFeedName } from '../../maps/traffic/store/feed-name.ts'
import { FeedShelf, type PutOptions } from '../../maps/traffic/store/feed-store.ts'
import { countKnownArcs, TypicalShelf } from '../../maps/traffic/store/typical-speed-store.ts'

/** Learned speeds belong to one dataset. */
interface LearnedOn {
  readonly dataDir: string
  readonly dataset: StoredDataset
  readonly network: RoadNetwork
}

export interface TypicalOutcome {
  readonly arcs: number
  readonly arcsBefore: number
  readonly arcCount: number
  readonly bytes: number
  /** Why the earlier learned speeds could not be used. */
  readonly begunAnew: string | undefined
}

/** Adds the passages to the learned speeds. */
export async function updateTypical(on: LearnedOn, passages: Passages): Promise<TypicalOutcome> {
  const { dataDir, dataset, network } = on
  const shelf = new TypicalShelf(dataDir)
  const mark = networkMark(network)
  // A running server does this when it opens the map, but there may be none.
  if ((await shelf.version(dataset.id)) === undefined) {
    await inheritTypical(dataDir, shelf, { region: dataset.region, dataset: dataset.id, network })
  }
  const stored = await shelf.read(dataset.id, mark)
  const isUsable = stored !== undefined && !('kind' in stored)
  const old = isUsable ? stored : noTypicalSpeeds(network.arcs.count)
  const utcOffsetSeconds = utcOffsetsOf(dataset.manifest.boundingBox)
  const learned = learnTypical(old, passages, { utcOffsetSeconds, decay: 1 })
  const bytes = await shelf.write(dataset.id, mark, learned)
  await removeOutdated(shelf, dataDir)
  return {
    arcs: countKnownArcs(learned),
    arcsBefore: countKnownArcs(old),
    arcCount: network.arcs.count,
    bytes,
    begunAnew: stored !== undefined && 'kind' in stored ? stored.reason : undefined,
  }
}

/**
 * Learned speeds of datasets that cannot be served are kept too, because another version of the program may serve them.
 */
async function removeOutdated(shelf: TypicalShelf, dataDir: string): Promise<void> {
  const shelves = await new DatasetStore(dataDir).listRegions()
  await shelf.removeAllBut(new Set(shelves.flatMap((one) => [...one.datasets, ...one.unusable].map(({ id }) => id))))
}

export type LiveOutcome =
  | { readonly kind: 'not-wanted' }
  /** The feed would already have expired. */
  | { readonly kind: 'too-old'; readonly untilMs: number }
  /** No road had enough vehicles at the same time. */
  | { readonly kind: 'too-few' }
  | {
      readonly kind: 'loaded'
      readonly name: string
      readonly arcs: number
      readonly segments: number
      readonly untilMs: number
    }

interface LiveOptions extends PutOptions {
  readonly untilMs: number
  readonly name: string | undefined
}

/** Loads the current speeds as a feed. */
export async function putLive(on: LearnedOn, live: SpeedEstimator, options: LiveOptions): Promise<LiveOutcome> {
  const { dataDir, dataset, network } = on
  const { source, untilMs, name = toFeedName(`probes-${dataset.region}`) } = options
  const { arcs, rows } = segmentsNow(network, live)
  if (arcs === 0) return { kind: 'too-few' }
  await new FeedShelf(dataDir).put(name, toSegmentCsv(rows), { source, untilMs })
  return { kind: 'loaded', name, arcs, segments: rows.kmh.length, untilMs }
}
