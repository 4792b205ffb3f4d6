import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import type { Passages, RoadNetwork, SpeedEstimator } from '@fairway/road'
import { inheritTypicalSpeeds } from '../../maps/traffic/inherit-typical.ts'
import { toLiveSegments, toSegmentCsv } from '../../maps/traffic/probes/live-speeds.ts'
import { createUtcOffsetLookup } from '../../maps/traffic/probes/utc-offsets.ts'
import { toFeedName } from '../../maps/traffic/store/feed-name.ts'
import { FeedStore, type PutOptions } from '../../maps/traffic/store/feed-store.ts'
import { countCoveredArcs, TypicalSpeedStore } from '../../maps/traffic/store/typical-speed-store.ts'
import { updateTypicalSpeeds as updateStoredSpeeds } from '../../maps/traffic/update-typical.ts'

/** Dataset that the learned speeds belong to. */
interface LearningTarget {
  readonly dataDir: string
  readonly dataset: StoredDataset
  readonly network: RoadNetwork
}

export interface TypicalSpeedsResult {
  readonly arcs: number
  readonly arcsBefore: number
  readonly arcCount: number
  readonly bytes: number
  /** Reason why the earlier learned speeds could not be used. */
  readonly restartReason: string | undefined
}

/** Adds the passages to the learned speeds. */
export async function updateTypicalSpeeds(target: LearningTarget, passages: Passages): Promise<TypicalSpeedsResult> {
  const { dataDir, dataset, network } = target
  const store = new TypicalSpeedStore(dataDir)
  // A running server copies the speeds of the previous dataset when it opens the map, but there may be no running
  // server.
  if ((await store.findVersion(dataset.id)) === undefined) {
    await inheritTypicalSpeeds(dataDir, store, { region: dataset.region, dataset: dataset.id, network })
  }
  const utcOffsetSeconds = createUtcOffsetLookup(dataset.manifest.boundingBox)
  const update = await updateStoredSpeeds(store, dataset.id, network, passages, utcOffsetSeconds)
  const { learnedSpeeds, previousSpeeds, bytes, restartReason } = update
  await removeOutdated(store, dataDir)
  return {
    arcs: countCoveredArcs(learnedSpeeds),
    arcsBefore: countCoveredArcs(previousSpeeds),
    arcCount: network.arcs.count,
    bytes,
    restartReason,
  }
}

/**
 * Removes the learned speeds of deleted datasets. Speeds of datasets that cannot be served are kept, because another
 * version of the program may serve them.
 */
async function removeOutdated(store: TypicalSpeedStore, dataDir: string): Promise<void> {
  const regionList = await new DatasetStore(dataDir).listRegions()
  await store.removeAllBut(
    new Set(regionList.flatMap((region) => [...region.datasets, ...region.unusable].map(({ id }) => id))),
  )
}

export type LiveFeedResult =
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

interface LiveFeedOptions extends PutOptions {
  readonly untilMs: number
  readonly name: string | undefined
}

/** Stores the current speeds as a feed. */
export async function storeLiveFeed(
  target: LearningTarget,
  live: SpeedEstimator,
  options: LiveFeedOptions,
): Promise<LiveFeedResult> {
  const { dataDir, dataset, network } = target
  const { source, untilMs, name = toFeedName(`probes-${dataset.region}`) } = options
  const { arcCount, rows } = toLiveSegments(network, live)
  if (arcCount === 0) return { kind: 'too-few' }
  await new FeedStore(dataDir).put(name, toSegmentCsv(rows), { source, untilMs })
  return { kind: 'loaded', name, arcs: arcCount, segments: rows.kmh.length, untilMs }
}
