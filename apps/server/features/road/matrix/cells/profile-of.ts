import { defaultProfile, type TravelProfile } from '@fairway/road'
import type { MatrixJob } from './matrix-job.ts'

/** Returns the default profile as the same object, because metrics are looked up by identity. */
export function getProfile({ profile }: Pick<MatrixJob, 'profile'>): TravelProfile {
  return profile ?? defaultProfile
}

/** Lists the request fields with restrictions that may block roads. */
export function listPreferences({ profile, avoidAreas }: Pick<MatrixJob, 'profile' | 'avoidAreas'>): string[] {
  return [
    ...(profile && profile.avoid.length > 0 ? ['avoid'] : []),
    ...(avoidAreas.length > 0 ? ['avoid_areas'] : []),
    ...(profile?.name === undefined ? [] : ['profile']),
    ...(profile && profile.name === undefined && profile.vehicle !== defaultProfile.vehicle ? ['vehicle'] : []),
  ]
}
