import { defaultProfile, type TravelProfile } from '@fairway/road'
import type { MatrixJob } from './matrix-job.ts'

/** Returns the default profile as the same object, because metrics are looked up by identity. */
export function getProfile({ profile }: Pick<MatrixJob, 'profile'>): TravelProfile {
  return profile ?? defaultProfile
}

/** The restrictions that may block roads, by the caller's field names. */
export function listPreferences({ profile, avoidAreas }: Pick<MatrixJob, 'profile' | 'avoidAreas'>): string[] {
  return [
    ...(profile && profile.avoid.length > 0 ? ['avoid'] : []),
    ...(avoidAreas.length > 0 ? ['avoid_areas'] : []),
    ...(profile?.name === undefined ? [] : ['profile']),
    ...(profile && profile.name === undefined && profile.vehicle !== defaultProfile.vehicle ? ['vehicle'] : []),
  ]
}
