import type { TravelModel, TravelProfile } from '@fairway/road'
import type { ConditionClock } from './conditions.ts'

/**
 * Removes the rules of a custom model that do not apply at the departure. Profiles with the same active rules are the
 * same object, so that their metric can be looked up by identity.
 */
export class ModelHours {
  private readonly clock: ConditionClock
  private readonly profiles = new WeakMap<TravelProfile, Map<string, TravelProfile>>()

  constructor(clock: ConditionClock) {
    this.clock = clock
  }

  /** Returns the profile without hours. A profile whose rules have no hours is returned as it is. */
  resolve(profile: TravelProfile, instantMs: number): TravelProfile {
    const { model } = profile
    if (!model?.rules.some(({ hours }) => hours !== undefined)) return profile
    const activeIndexes = [...model.rules.keys()].filter((index) => {
      const hours = model.rules[index]?.hours
      return hours === undefined || this.clock.isActive(hours, instantMs)
    })
    const key = activeIndexes.join(' ')
    const resolvedProfiles = this.profiles.get(profile) ?? new Map<string, TravelProfile>()
    this.profiles.set(profile, resolvedProfiles)
    const resolvedProfile = resolvedProfiles.get(key) ?? keepRules(profile, model, activeIndexes)
    resolvedProfiles.set(key, resolvedProfile)
    return resolvedProfile
  }
}

function keepRules(profile: TravelProfile, model: TravelModel, indexes: readonly number[]): TravelProfile {
  const rules = indexes.flatMap((index) => {
    const rule = model.rules[index]
    if (!rule) return []
    const { hours: _, ...untimedRule } = rule
    return [untimedRule]
  })
  if (rules.length > 0 || model.grades)
    return { ...profile, model: { ...model, key: `${model.key} with rules ${indexes.join(' ')}`, rules } }
  const { model: _, ...plainProfile } = profile
  return plainProfile
}
