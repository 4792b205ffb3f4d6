import type { Operation } from '../../../operations/define-operation.ts'
import { phoneOperations } from '../phone/phone-operations.ts'
import { accountOperations } from './account-operations.ts'
import type { AccountAreaOptions } from './area.ts'
import { auditOperation } from './audit-operations.ts'
import { keyOperations } from './key-operations.ts'
import { lifeOperations } from './life-operations.ts'
import { settingOperations } from './setting-operations.ts'
import { signInOperations } from './sign-in-operations.ts'

/** Lists all operations of the account area, in the order of the OpenAPI document. */
export function areaOperations(area: AccountAreaOptions): Operation[] {
  return [
    ...signInOperations(area),
    ...accountOperations(area),
    ...phoneOperations(area),
    ...settingOperations(area),
    ...keyOperations(area),
    auditOperation(area),
    ...lifeOperations(area),
  ]
}
