import { montevideoSample, readDocument } from '@fairway/dataset'
import type { OddDocument } from '@fairway/road'
import { OperationalDomain, sortDomains } from './domain.ts'
import { OddStore } from './odd-store.ts'

export interface OddRegistryOptions {
  readonly dataDir: string
  /** Whether to serve the bundled sample domain while no stored domain has the same id. */
  readonly sample: boolean
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  /** Interval between two scans of the folder, in milliseconds. Tests use a short interval. */
  readonly scanIntervalMs?: number
}

const SCAN_INTERVAL_MS = 1000

/**
 * Registry of the domains that a thread serves. The registry scans the data folder every second and adds the sample
 * domain.
 */
export class OddRegistry {
  private readonly options: OddRegistryOptions
  private readonly store: OddStore
  private domains: readonly OperationalDomain[] = []
  /** Stamps of the files from which the current domains were read. */
  private fileStamps = ''
  private loggedErrors = new Set<string>()
  private readonly domainsByDocument = new WeakMap<OddDocument, OperationalDomain>()
  private readonly sample: OddDocument | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(options: OddRegistryOptions) {
    this.options = options
    this.store = new OddStore(options.dataDir)
    this.sample = options.sample ? readDocument(montevideoSample()) : undefined
  }

  /**
   * Returns the domains in the order in which the router tries them. The list object stays the same until a domain
   * changes.
   */
  list(): readonly OperationalDomain[] {
    return this.domains
  }

  /** Reads the domains now and again after every change. */
  async open(): Promise<void> {
    await this.scan()
    const scanRepeatedly = async (): Promise<void> => {
      await this.scan().catch((error: Error) =>
        this.logErrors(new Set([`the folder cannot be read: ${error.message}`])),
      )
      if (this.timer) this.timer = setTimeout(scanRepeatedly, this.options.scanIntervalMs ?? SCAN_INTERVAL_MS).unref()
    }
    this.timer = setTimeout(scanRepeatedly, this.options.scanIntervalMs ?? SCAN_INTERVAL_MS).unref()
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Reads the domains once. */
  async scan(): Promise<void> {
    const storedDocuments = await this.store.list()
    const stamps = storedDocuments.map(({ id, stamp }) => `${id} ${stamp}`).join('\n')
    if (stamps === this.fileStamps && this.domains.length > 0) return
    this.fileStamps = stamps
    const documents = storedDocuments.flatMap(({ document }) => (document ? [document] : []))
    const isSampleReplaced = documents.some(({ id }) => id === this.sample?.id)
    const allDocuments = this.sample && !isSampleReplaced ? [...documents, this.sample] : documents
    this.domains = sortDomains(allDocuments.map((document) => this.getDomain(document)))
    this.logErrors(
      new Set(storedDocuments.flatMap(({ id, error }) => (error === undefined ? [] : [`${id}: ${error}`]))),
    )
  }

  private getDomain(document: OddDocument): OperationalDomain {
    const domain = this.domainsByDocument.get(document) ?? new OperationalDomain(document)
    this.domainsByDocument.set(document, domain)
    return domain
  }

  /** Logs each error once. */
  private logErrors(errors: Set<string>): void {
    for (const reason of errors)
      if (!this.loggedErrors.has(reason)) this.options.log.warn({ why: reason }, 'a domain cannot be used')
    this.loggedErrors = errors
  }
}
