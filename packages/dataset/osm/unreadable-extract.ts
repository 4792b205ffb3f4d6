/**
 * Error for a file that cannot be read in the expected format. The message states the file, the position and the fix.
 */
export class UnreadableExtract extends Error {
  readonly file: string
  readonly offset: number
  readonly problem: string
  readonly remedy: string
  /** Creates the error. `position` replaces the byte offset in the message, and an empty `position` omits it. */
  constructor(file: string, offset: number, problem: string, remedy: string, position = `byte ${offset}`) {
    super(`${file}${position === '' ? '' : `, ${position}`}: ${problem}; ${remedy}`)
    this.name = 'UnreadableExtract'
    this.file = file
    this.offset = offset
    this.problem = problem
    this.remedy = remedy
  }
}

export const DOWNLOAD_AGAIN_REMEDY = 'the file is damaged or incomplete; download it again'
export const EXTRACT_FORMAT_REMEDY =
  'give an OpenStreetMap extract (.osm.pbf, .osm, .osm.gz, .osm.bz2, GeoJSON or QA tiles)'
export const CHANGE_FORMAT_REMEDY = 'give an OpenStreetMap change file (.osc or .osc.gz)'
