import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Pair } from '../porto.ts'

const PACKAGE_NAME = '@valhallajs/valhallajs'
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Parts of the package that this benchmark uses. */
interface ValhallaPackage {
  readonly Actor: new (config: object) => { route(query: object): Promise<unknown> }
  getConfig(options: { tileDir: string }): Promise<object>
}

/** Route from either engine. */
export interface PeerRoute {
  readonly kilometers: number
  readonly seconds: number
  /** Polyline with six decimal digits. */
  readonly shape: string
}

export interface Valhalla {
  /** Returns a route, or undefined if there is none. */
  route(pair: Pair, costing: 'auto' | 'pedestrian' | 'bicycle'): Promise<PeerRoute | undefined>
}

/** Opens Valhalla. The tiles of an extract are built once, in var/bench. */
export async function openValhalla(extract: string, name: string): Promise<Valhalla> {
  const { valhalla, folder } = loadPackage()
  const tileDir = join(root, 'var/bench/valhalla', name)
  const config = await valhalla.getConfig({ tileDir })
  if (!existsSync(join(tileDir, 'config.json'))) {
    await mkdir(tileDir, { recursive: true })
    const file = join(tileDir, 'building.json')
    await writeFile(file, JSON.stringify(config))
    const cli = join(folder, 'bin/valhalla-cli.js')
    const args = [cli, 'valhalla_build_tiles', '-c', file, extract]
    await promisify(execFile)(process.execPath, args, { cwd: tileDir, maxBuffer: 1e9 })
    await writeFile(join(tileDir, 'config.json'), JSON.stringify(config))
  }
  const actor = new valhalla.Actor(config)
  return {
    async route([from, to], costing) {
      const locations = [from, to].map(([lat, lon]) => ({ lat, lon }))
      try {
        return toRoute(await actor.route({ locations, costing, units: 'kilometers', directions_type: 'none' }))
      } catch {
        return undefined
      }
    },
  }
}

function toRoute(reply: unknown): PeerRoute {
  const { trip } = reply as { trip: { summary: { length: number; time: number }; legs: [{ shape: string }] } }
  return { kilometers: trip.summary.length, seconds: trip.summary.time, shape: trip.legs[0].shape }
}

/**
 * Loads the Valhalla package. The package is large and used only for this comparison, so it is not a dependency of the
 * repository.
 */
function loadPackage(): { readonly valhalla: ValhallaPackage; readonly folder: string } {
  const load = createRequire(join(process.env.VALHALLA_FOLDER ?? root, 'package.json'))
  try {
    return { valhalla: load(PACKAGE_NAME) as ValhallaPackage, folder: dirname(load.resolve(PACKAGE_NAME)) }
  } catch (cause) {
    const command = `npm install --prefix FOLDER ${PACKAGE_NAME}@3.6.1`
    throw new Error(`${PACKAGE_NAME} is not installed. Run ${command} and set VALHALLA_FOLDER to FOLDER.`, { cause })
  }
}
