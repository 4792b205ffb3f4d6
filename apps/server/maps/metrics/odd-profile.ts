import { defaultProfile, type OddMask, type TravelProfile } from '@fairway/road'

/**
 * Profile of a car that must stay inside an operational design domain. The metric of the profile uses the same
 * hierarchy, with all arcs outside the domain closed.
 */
export interface OddProfile extends TravelProfile {
  readonly odd: OddMask
}

export function createOddProfile(odd: OddMask): OddProfile {
  return { ...defaultProfile, odd }
}

export function findOddMask(profile: TravelProfile): OddMask | undefined {
  return 'odd' in profile ? (profile as OddProfile).odd : undefined
}

/**
 * Returns the identity of a profile. A domain or model is identified by its key, because its areas may have thousands
 * of vertices.
 */
export function toProfileKey(profile: TravelProfile): object {
  const mask = findOddMask(profile)
  const { model } = profile
  return mask || model ? { ...profile, odd: mask?.key, model: model?.key } : profile
}
