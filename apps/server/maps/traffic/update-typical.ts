import {
  learnTypical,
  networkFingerprint,
  noTypicalSpeeds,
  type Passages,
  type RoadNetwork,
  type TypicalSpeeds,
} from '@fairway/road'
import type { TypicalSpeedStore } from './store/typical-speed-store.ts'

export interface TypicalSpeedsUpdate {
  readonly previousSpeeds: TypicalSpeeds
  readonly learnedSpeeds: TypicalSpeeds
  readonly bytes: number
  /** Reason why the earlier learned speeds could not be used. */
  readonly restartReason: string | undefined
}

/** Adds passages to the learned speeds of a dataset and stores them. */
export async function updateTypicalSpeeds(
  store: TypicalSpeedStore,
  dataset: string,
  network: RoadNetwork,
  passages: Passages,
  utcOffsetSeconds: (epochSeconds: number) => number,
): Promise<TypicalSpeedsUpdate> {
  const fingerprint = networkFingerprint(network)
  const storedSpeeds = await store.read(dataset, fingerprint)
  const isUsable = storedSpeeds !== undefined && !('kind' in storedSpeeds)
  const previousSpeeds = isUsable ? storedSpeeds : noTypicalSpeeds(network.arcs.count)
  const learnedSpeeds = learnTypical(previousSpeeds, passages, { utcOffsetSeconds, decay: 1 })
  const bytes = await store.write(dataset, fingerprint, learnedSpeeds)
  const restartReason = storedSpeeds !== undefined && 'kind' in storedSpeeds ? storedSpeeds.reason : undefined
  return { previousSpeeds, learnedSpeeds, bytes, restartReason }
}
