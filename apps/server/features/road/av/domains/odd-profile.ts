import { type CarProfile, defaultProfile, type OddMask } from '@fairway/road'

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
