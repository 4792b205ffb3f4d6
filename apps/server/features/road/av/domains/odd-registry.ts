import { montevideoSample, readDocument } from '@fairway/dataset'
import type { OddDocument } from '@fairway/road'
import { Domain, inOrder } from './domain.ts'
import { OddShelf } from './odd-store.ts'

export interface OddBookOptions {
  readonly dataDir: string
  /** Whether the bundled sample is in effect while no domain has its id. */
  readonly sample: boolean
  readonly log: { warn(fields: object, text: string): void; info(fields: object, text: string): void }
  /** How often the folder is scanned, for tests. */
  readonly lookEveryMs?: number
}

const LOOK_EVERY_MS = 1000

/** The domains that a thread serves: those of the data folder, scanned every second, and the sample. */
export class OddBook {
  private readonly options: OddBookOptions
  private readonly shelf: OddShelf
  private domains: readonly Domain[] = []
  /** The stamps of the files that the domains were read from. */
  private stamps = ''
  private faults = new Set<string>()
  private readonly made = new WeakMap<OddDocument, Domain>()
  private readonly sample: OddDocument | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(options: OddBookOptions) {
    this.options = options
    this.shelf = new OddShelf(options.dataDir)
    this.sample = options.sample ? readDocument(montevideoSample()) : undefined
  }

  /** In the order in which they are tried. The same list until something changes. */
  list(): readonly Domain[] {
    return this.domains
  }

  /** Reads the domains, and later their changes. */
  async open(): Promise<void> {
    await this.look()
    const again = async (): Promise<void> => {
      await this.look().catch((error: Error) => this.tell(new Set([`the folder cannot be read: ${error.message}`])))
      if (this.timer) this.timer = setTimeout(again, this.options.lookEveryMs ?? LOOK_EVERY_MS).unref()
    }
    this.timer = setTimeout(again, this.options.lookEveryMs ?? LOOK_EVERY_MS).unref()
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Once, now. */
  async look(): Promise<void> {
    const shelved = await this.shelf.list()
    const stamps = shelved.map(({ id, stamp }) => `${id} ${stamp}`).join('\n')
    if (stamps === this.stamps && this.domains.length > 0) return
    this.stamps = stamps
    const documents = shelved.flatMap(({ document }) => (document ? [document] : []))
    const isReplaced = documents.some(({ id }) => id === this.sample?.id)
    const all = this.sample && !isReplaced ? [...documents, this.sample] : documents
    this.domains = inOrder(all.map((document) => this.domainOf(document)))
    this.tell(new Set(shelved.flatMap(({ id, fault }) => (fault === undefined ? [] : [`${id}: ${fault}`]))))
  }

  private domainOf(document: OddDocument): Domain {
    const domain = this.made.get(document) ?? new Domain(document)
    this.made.set(document, domain)
    return domain
  }

  /** Logs each error once. */
  private tell(faults: Set<string>): void {
    for (const why of faults) if (!this.faults.has(why)) this.options.log.warn({ why }, 'a domain cannot be used')
    this.faults = faults
  }
}
