import type { OddMask } from '@fairway/road/odd/model.ts'
import { type CarProfile, defaultProfile } from '@fairway/road/profiles/car-weights.ts'

/** How a car drives that may not leave a domain: one metric of the same hierarchy, where all that is outside is closed. */
export interface OddProfile extends CarProfile {
  readonly odd: OddMask
}

export function profileInside(odd: OddMask): OddProfile {
  return { ...defaultProfile, odd }
}

export function maskOf(profile: CarProfile): OddMask | undefined {
  return 'odd' in profile ? (profile as OddProfile).odd : undefined
}

/** What makes a profile different from others. Of a domain the key is enough: its border may have thousands of corners. */
export function profileKey(profile: CarProfile): object {
  const mask = maskOf(profile)
  return mask ? { ...profile, odd: mask.key } : profile
}
