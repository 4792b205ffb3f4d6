import { type CarProfile, defaultProfile, type OddMask } from '@fairway/road'

/**
 * Profile of a car that must stay inside a domain. Its metric uses the same hierarchy, with all arcs outside the domain
 * closed.
 */
export interface OddProfile extends CarProfile {
  readonly odd: OddMask
}

export function createOddProfile(odd: OddMask): OddProfile {
  return { ...defaultProfile, odd }
}

export function findOddMask(profile: CarProfile): OddMask | undefined {
  return 'odd' in profile ? (profile as OddProfile).odd : undefined
}

/** The identity of a profile. For a domain the key is enough, because its border may have thousands of corners. */
export function toProfileKey(profile: CarProfile): object {
  const mask = findOddMask(profile)
  return mask ? { ...profile, odd: mask.key } : profile
}
