import type { Operation } from '../../../operations/define-operation.ts'
import { phoneOperations } from '../phone/phone-operations.ts'
import { accountOperations } from './account-operations.ts'
import type { AccountAreaOptions } from './area.ts'
import { keyOperations } from './key-operations.ts'
import { settingOperations } from './setting-operations.ts'
import { signInOperations } from './sign-in-operations.ts'

export function areaOperations(area: AccountAreaOptions): Operation[] {
  return [
    ...signInOperations(area),
    ...accountOperations(area),
    ...phoneOperations(area),
    ...settingOperations(area),
    ...keyOperations(area),
  ]
}
