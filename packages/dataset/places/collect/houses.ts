import { Uint32Builder } from '../../osm/growing.ts'
import type { HouseStrings } from './house-reader.ts'
import { NO_LINE } from './lines.ts'

/**
 * House numbers in input order, stored in columns because an extract can contain millions of houses. Strings are
 * indices into `PlaceStrings`.
 */
export interface Houses {
  readonly count: number
  readonly number: Uint32Array
  /** Street from `addr:street` or from a relation. */
  readonly street: Uint32Array
  /** Value of `addr:place`, which names a settlement whose houses are numbered without streets. */
  readonly place: Uint32Array
  readonly city: Uint32Array
  readonly postcode: Uint32Array
  /** Coordinates in units of 10^-7 degrees. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Line that determines the position of a house that is not a node. */
  readonly line: Uint32Array
}

export class HouseColumns {
  private readonly columns = {
    number: new Uint32Builder(),
    street: new Uint32Builder(),
    place: new Uint32Builder(),
    city: new Uint32Builder(),
    postcode: new Uint32Builder(),
    latitude: new Uint32Builder(),
    longitude: new Uint32Builder(),
    line: new Uint32Builder(),
  }

  get count(): number {
    return this.columns.number.length
  }

  /** Adds a house and returns its index for later updates. Without a line, the position is final. */
  add(house: HouseStrings, latitude: number, longitude: number, line: number = NO_LINE): number {
    const { columns } = this
    columns.number.push(house.number)
    columns.street.push(house.street)
    columns.place.push(house.place)
    columns.city.push(house.city)
    columns.postcode.push(house.postcode)
    columns.latitude.push(latitude)
    columns.longitude.push(longitude)
    columns.line.push(line)
    return this.count - 1
  }

  finish(): Houses {
    const { columns } = this
    return {
      count: this.count,
      number: columns.number.finish(),
      street: columns.street.finish(),
      place: columns.place.finish(),
      city: columns.city.finish(),
      postcode: columns.postcode.finish(),
      latitude: columns.latitude.finishSigned(),
      longitude: columns.longitude.finishSigned(),
      line: columns.line.finish(),
    }
  }
}
