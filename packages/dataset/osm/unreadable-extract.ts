/** A file that cannot be read as what it should be: which one, where, and what to do. */
export class UnreadableExtract extends Error {
  readonly file: string
  readonly offset: number
  readonly what: string
  readonly remedy: string
  /** `place` says what `offset` counts when that is not bytes of the file; an empty one says that no place is to blame. */
  constructor(file: string, offset: number, what: string, remedy: string, place = `byte ${offset}`) {
    super(`${file}${place === '' ? '' : `, ${place}`}: ${what}; ${remedy}`)
    this.name = 'UnreadableExtract'
    this.file = file
    this.offset = offset
    this.what = what
    this.remedy = remedy
  }
}

export const DOWNLOAD_AGAIN = 'the file is damaged or incomplete; download it again'
export const GIVE_AN_EXTRACT = 'give an OpenStreetMap extract (.osm.pbf, .osm, .osm.gz, .osm.bz2, GeoJSON or QA tiles)'
