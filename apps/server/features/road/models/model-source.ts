import { type TravelModel, type TravelProfile, withModel } from '@fairway/road'
import type { KnownMap } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'
import { readModel } from './read-model.ts'
import { RecentModels } from './recent-models.ts'

/** Data needed to read the `model` field of a request. */
export interface ModelSource {
  /** Returns the custom models by name, including the requested model if it was added a moment ago. */
  readonly named: (requested: string) => ReadonlyMap<string, TravelModel>
  readonly regions: { listKnown(): readonly KnownMap[] }
}

/** Empty source for operations without a `model` field. */
export const noModels: ModelSource = { named: () => new Map(), regions: { listKnown: () => [] } }

const recentModels = new RecentModels()
const modeledProfiles = new WeakMap<TravelModel, WeakMap<TravelProfile, TravelProfile>>()

/** Adds the model of a request to its profile. */
export function addModel(
  profile: TravelProfile,
  value: unknown,
  source: ModelSource,
): Result<TravelProfile, ModelFailure> {
  if (value === undefined) return ok(profile)
  const model = typeof value === 'string' ? findNamed(value, source) : readRecent(value)
  if (!model.ok) return model
  const outsideArea = findAreaOutside(model.value, source)
  return outsideArea ? fail(outsideArea) : ok(toModeledProfile(profile, model.value))
}

function findNamed(name: string, { named }: ModelSource): Result<TravelModel, ModelFailure> {
  const models = named(name)
  const model = models.get(name)
  return model ? ok(model) : fail({ kind: 'model-unknown', name, available: [...models.keys()].sort() })
}

function readRecent(value: unknown): Result<TravelModel, ModelFailure> {
  const parsedModel = readModel(value)
  return parsedModel.ok ? ok(recentModels.unify(parsedModel.value)) : parsedModel
}

function toModeledProfile(profile: TravelProfile, model: TravelModel): TravelProfile {
  const profiles = modeledProfiles.get(model) ?? new WeakMap<TravelProfile, TravelProfile>()
  modeledProfiles.set(model, profiles)
  const modeledProfile = profiles.get(profile) ?? withModel(profile, model)
  profiles.set(profile, modeledProfile)
  return modeledProfile
}

/** Finds an area that is on none of the maps. The usual cause is swapped coordinates. */
function findAreaOutside({ rules }: TravelModel, { regions }: ModelSource): ModelFailure | undefined {
  const maps = regions.listKnown()
  if (maps.length === 0) return undefined
  for (const [index, { when }] of rules.entries()) {
    const { area } = when
    if (!area || maps.some((region) => areaOverlapsMap(region, area))) continue
    const names = maps.map(({ handle }) => handle.region).sort()
    return { kind: 'model-area-outside', field: `model.rules[${index}].if.area`, regions: names }
  }
  return undefined
}

function areaOverlapsMap({ handle }: KnownMap, area: readonly (readonly [number, number])[]): boolean {
  const { south, north, west, east } = handle.boundingBox
  const latitudes = area.map(([latitude]) => latitude)
  const longitudes = area.map(([, longitude]) => longitude)
  if (Math.max(...latitudes) < south || Math.min(...latitudes) > north) return false
  const [areaWest, areaEast] = [Math.min(...longitudes), Math.max(...longitudes)]
  // If the map or the area crosses the antimeridian, only the latitudes are compared.
  return west > east || areaEast - areaWest > 180 || (areaEast >= west && areaWest <= east)
}
