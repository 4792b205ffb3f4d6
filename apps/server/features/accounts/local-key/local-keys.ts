import type { PlanName } from '../../../platform/config/plans.ts'
import { ok, type Result } from '../../../platform/result.ts'
import type { Account } from '../account.ts'
import type { AccountFailure } from '../failures.ts'
import { MAX_KEYS } from '../keys/key-service.ts'
import type { AccountService } from '../service.ts'
import type { AccountStore } from '../store.ts'

/**
 * Email address of the account that local consoles share. No mail can reach this address, so nobody can sign in to the
 * account with a code.
 */
const LOCAL_EMAIL = 'console@fairway.localhost'
const LOCAL_PLAN: PlanName = 'pro'
const LOCAL_LABEL = 'Console on this machine'

interface LocalKey {
  readonly account: Account
  readonly apiKey: string
}

/**
 * Issues keys to consoles on this machine. All of these keys belong to one account, whose plan includes live positions.
 */
export class LocalKeys {
  private readonly service: AccountService
  private readonly store: AccountStore

  constructor(service: AccountService, store: AccountStore) {
    this.service = service
    this.store = store
  }

  async issue(): Promise<Result<LocalKey, AccountFailure>> {
    await this.makeRoom()
    const issuedKey = await this.service.issueByOperator({ email: LOCAL_EMAIL, plan: LOCAL_PLAN, label: LOCAL_LABEL })
    if (!issuedKey.ok) return issuedKey
    return ok({ account: issuedKey.value.account, apiKey: issuedKey.value.issued.apiKey })
  }

  /**
   * Revokes the oldest key if the account has the maximum number of keys. A browser window that deletes its data, such
   * as a private window, never uses its key again.
   */
  private async makeRoom(): Promise<void> {
    const account = await this.store.findByEmail(LOCAL_EMAIL)
    if (account === undefined) return
    const keys = (await this.service.keys.list(account.number)).filter(({ revokedAt }) => revokedAt === null)
    const surplus = keys.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, Math.max(0, keys.length - MAX_KEYS + 1))
    for (const { id } of surplus) await this.service.keys.revoke(account.number, id)
  }
}
