import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompileStages, StageContent, StoredStage } from '../compile-options.ts'
import { DatasetUnreadable } from '../format/dataset-unreadable.ts'
import { readSections, viewSections } from '../format/read-sections.ts'
import { replaceFileAtomically, syncPath } from './durable.ts'
import { writeSectionsAtomically } from './keep-sections.ts'
import { createOwnerMark } from './owner-mark.ts'
import type { WorkFolders } from './work-area.ts'

/**
 * Finished stages of a compilation, stored as files in one folder. If the process is killed, the next compilation of
 * the same bytes takes over the folder and continues after the last finished stage.
 */
export class ResumableWork implements CompileStages {
  private readonly folder: string
  /** Stages that an earlier process finished and this process reused. */
  readonly resumedStages: string[] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Takes over the work of a killed process with the same key, or starts new work. */
  static async open(workFolders: WorkFolders, key: string): Promise<ResumableWork> {
    const folder = (await workFolders.takeOver(key)) ?? (await workFolders.start(key))
    return new ResumableWork(folder)
  }

  async run(name: string, build: () => Promise<StageContent>): Promise<StoredStage> {
    const finishedStage = await this.findStage(name)
    if (finishedStage) {
      this.resumedStages.push(name)
      return finishedStage
    }
    const { sections, facts } = await build()
    await writeSectionsAtomically(this.toSectionsFile(name), sections)
    // The facts are written last, because a stage without facts counts as unfinished.
    await this.writeText(`${name}.json`, JSON.stringify(facts))
    return this.toStage(name, facts)
  }

  /** Calls `write` with a path, unless an earlier process has written the file. Returns the final path of the file. */
  async runFile(name: string, write: (file: string) => Promise<void>): Promise<string> {
    const file = join(this.folder, name)
    if ((await readdir(this.folder)).includes(name)) {
      this.resumedStages.push(name)
      return file
    }
    const partFile = join(this.folder, `${name}.part`)
    await write(partFile)
    await rename(partFile, file)
    await syncPath(this.folder)
    return file
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  private async findStage(name: string): Promise<StoredStage | undefined> {
    try {
      const facts = JSON.parse(await readFile(join(this.folder, `${name}.json`), 'utf8'))
      // Verify every byte, because the disk may have lost data when the process was killed.
      await readSections(this.toSectionsFile(name))
      return this.toStage(name, facts)
    } catch (error) {
      const isUnusable = error instanceof SyntaxError || error instanceof DatasetUnreadable
      if (isUnusable || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  private toStage(name: string, facts: StageContent['facts']): StoredStage {
    const file = this.toSectionsFile(name)
    return { facts, readSections: () => viewSections(file, readWhole(file)) }
  }
  private toSectionsFile(name: string): string {
    return join(this.folder, `${name}.bin`)
  }
  private async writeText(name: string, content: string): Promise<void> {
    // The temporary name is unique, because a killed process may have left a file behind.
    await replaceFileAtomically(join(this.folder, name), join(this.folder, `${createOwnerMark()}.part`), content)
  }
}

const CHUNK_BYTES = 64 * 1024 * 1024

/** Reads a whole file into a separate buffer. Unlike readFileSync, this function supports files larger than 2 GiB. */
function readWhole(file: string): ArrayBuffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(fstatSync(handle).size)
    for (let offset = 0; offset < bytes.length; ) {
      const count = readSync(handle, bytes, offset, Math.min(CHUNK_BYTES, bytes.length - offset), offset)
      if (count === 0) throw new Error(`${file} became shorter while it was read`)
      offset += count
    }
    return bytes.buffer
  } finally {
    closeSync(handle)
  }
}
