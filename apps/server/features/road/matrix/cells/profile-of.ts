import { type CarProfile, defaultProfile } from '@fairway/road'
import type { MatrixJob } from './matrix-job.ts'

/** The default one as the very object by which metrics are found. */
export function profileOf({ profile }: Pick<MatrixJob, 'profile'>): CarProfile {
  return profile ?? defaultProfile
}

/** What of the caller's wishes may keep points off roads, as the caller calls it. */
export function wishesOf({ profile, avoidAreas }: MatrixJob): string[] {
  return [
    ...(profile && profile.avoid.length > 0 ? ['avoid'] : []),
    ...(avoidAreas.length > 0 ? ['avoid_areas'] : []),
    ...(profile && profile.vehicle !== defaultProfile.vehicle ? ['vehicle'] : []),
  ]
}
