import type { TravelModel } from '@fairway/road'

export const MAX_RECENT_MODELS = 100
/** Maximum total number of rules and corners in all recent models. A corner takes about 100 bytes. */
export const MAX_RECENT_SIZE = 50_000

/** Models of recent requests. Equal models become the same object, because metrics are looked up by identity. */
export class RecentModels {
  private readonly models = new Map<string, TravelModel>()
  private size = 0

  /** Returns the recent model with the same rules, or the given model. Drops the least recently used models. */
  unify(travelModel: TravelModel): TravelModel {
    const model = this.models.get(travelModel.key) ?? travelModel
    this.drop(model.key)
    this.models.set(model.key, model)
    this.size += ruleCountOf(model)
    for (const key of this.models.keys()) {
      const isFull = this.models.size > MAX_RECENT_MODELS || this.size > MAX_RECENT_SIZE
      if (!isFull || key === model.key) break
      this.drop(key)
    }
    return model
  }

  private drop(key: string): void {
    const model = this.models.get(key)
    if (model) this.size -= ruleCountOf(model)
    this.models.delete(key)
  }
}

function ruleCountOf({ rules }: TravelModel): number {
  return rules.reduce((size, { when: { area } }) => size + 1 + (area?.length ?? 0), 0)
}
