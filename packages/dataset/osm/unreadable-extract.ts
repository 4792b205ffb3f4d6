/** A file that cannot be read in the expected format. The message says which file, where, and how to fix it. */
export class UnreadableExtract extends Error {
  readonly file: string
  readonly offset: number
  readonly what: string
  readonly remedy: string
  /**
   * `place` names the unit of `offset` if it is not bytes of the file. An empty `place` means that no position applies.
   */
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
