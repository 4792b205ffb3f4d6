import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sharedPath } from '@fairway/geo/testing'
import { writeOplAsPbf, writeRoadsAsOpl } from '../road/opl.ts'
import { portoFile } from '../road/porto.ts'

const tileProgram = sharedPath('bench/tile.mjs')

export function canTile(): boolean {
  return existsSync(tileProgram) && existsSync(portoFile)
}

/**
 * Creates an extract of mirrored copies of Porto that are linked at their borders, as in the reference measurements.
 * Returns the path of the extract.
 */
export async function tilePorto(copies: number, folder: string): Promise<string> {
  const [one, many] = [join(folder, 'porto.opl'), join(folder, `porto-${copies}.opl`)]
  const extract = join(folder, `porto-${copies}.osm.pbf`)
  if (!existsSync(one)) await writeRoadsAsOpl(portoFile, one)
  await promisify(execFile)(process.execPath, [tileProgram, one, String(copies / 2), many])
  await writeOplAsPbf(many, extract)
  await rm(many)
  return extract
}
