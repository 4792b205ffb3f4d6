/** Added records in insertion order. Words and suffixes are numbered by first occurrence. */
export interface PlaceIndexDraft {
  readonly kind: number[]
  readonly isArea: boolean[]
  readonly category: number[]
  readonly importance: number[]
  readonly parent: number[]
  readonly country: number[]
  readonly postcode: number[]
  readonly ref: number[]
  readonly label: string[]
  readonly details: string[]
  readonly latitude: number[]
  readonly longitude: number[]
  readonly nameFirst: number[]
  readonly nameWords: number[]
  readonly houseFirst: number[]
  readonly houses: DraftHouses
  readonly anchorFirst: number[]
  readonly anchors: { readonly latitude: number[]; readonly longitude: number[] }
  readonly words: Map<string, number>
}

/**
 * House numbers, stored as columns instead of objects because there are millions of houses. Suffixes are numbered by
 * first occurrence.
 */
interface DraftHouses {
  readonly number: number[]
  readonly suffix: number[]
  readonly latitude: number[]
  readonly longitude: number[]
  readonly suffixes: Map<string, number>
}
