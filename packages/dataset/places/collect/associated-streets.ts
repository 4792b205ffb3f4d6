import { NODE_MEMBER, type OsmBlock, WAY_MEMBER } from '../../osm/block.ts'
import type { Tags } from './tags.ts'

/** Relations that assign streets to houses without a street tag. */
export class AssociatedStreets {
  private readonly housesWithoutStreet = new Map<string, number>()
  private readonly streetNames = new Map<number, string>()
  private readonly relations: { name: string | undefined; streets: number[]; houses: string[] }[] = []

  addHouse(key: string, house: number): void {
    this.housesWithoutStreet.set(key, house)
  }

  addStreet(wayId: number, name: string): void {
    this.streetNames.set(wayId, name)
  }

  addRelation({ strings, relations }: OsmBlock, relationIndex: number, tags: Tags): void {
    const streets: number[] = []
    const houses: string[] = []
    for (
      let member = relations.memberFirst[relationIndex];
      member < relations.memberFirst[relationIndex + 1];
      member++
    ) {
      const type = relations.memberType[member]
      const role = strings[relations.memberRole[member]]
      const id = relations.member[member]
      if (role === 'street' && type === WAY_MEMBER) streets.push(id)
      else if (type === NODE_MEMBER || type === WAY_MEMBER) houses.push(`${type === WAY_MEMBER ? 'w' : 'n'}${id}`)
    }
    this.relations.push({ name: tags.get('name') ?? tags.get('addr:street'), streets, houses })
  }

  /** Yields houses with the streets that relations assign to them. */
  *resolve(): Generator<{ house: number; street: string }> {
    for (const { name, streets, houses } of this.relations) {
      const streetName = streets.map((wayId) => this.streetNames.get(wayId)).find((name) => name !== undefined)
      const street = streetName ?? name
      if (street === undefined) continue
      for (const key of houses) {
        const house = this.housesWithoutStreet.get(key)
        if (house !== undefined) yield { house, street }
      }
    }
  }
}
