import { ok, type Result } from '../../../../platform/result.ts'
import { profileByWord } from '../../../road/route/api/profile-words.ts'
import { failOsrm, type OsrmError } from '../errors.ts'

/** Fairway's avoid values by the excludable classes of OSRM's profiles. */
const avoidByClass: Readonly<Record<string, string>> = {
  toll: 'tolls',
  motorway: 'motorways',
  ferry: 'ferries',
  tunnel: 'tunnels',
}

/** Request fields that the profile and the excluded classes set. */
export interface Preferences {
  readonly profile: string
  readonly avoid: readonly string[]
}

/**
 * Reads the profile. An OSRM server has one profile and ignores the name in the URL. Fairway has all profiles, so an
 * unknown name is an error, because a route for another vehicle would be wrong.
 */
export function readPreferences(profile: string, exclude: readonly string[]): Result<Preferences, OsrmError> {
  const knownProfiles: Readonly<Record<string, string>> = profileByWord
  const ownProfile = Object.hasOwn(knownProfiles, profile) ? knownProfiles[profile] : undefined
  if (ownProfile === undefined)
    return failOsrm('InvalidValue', `Profile ${profile} is unknown; use driving, cycling or walking.`)
  const classes = exclude.filter((name) => name !== 'none')
  if (classes.some((name) => !Object.hasOwn(avoidByClass, name)))
    return failOsrm('InvalidValue', 'Exclude flag combination is not supported.')
  return ok({ profile: ownProfile, avoid: [...new Set(classes.flatMap((name) => avoidByClass[name] ?? []))] })
}
