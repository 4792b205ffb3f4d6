import type { RunnableOperation } from '../run-operation.ts'
import type { RequestHead } from './plain-request.ts'

export interface DirectOperation extends RunnableOperation {
  /** Maximum body size on the fast path. Larger bodies take the regular path. */
  readonly maxBodyBytes: number
}

export interface OperationMatch {
  readonly operation: DirectOperation
  readonly params: object
}

/** Operation whose path has one parameter: `/v1/assets/:id/live`. */
interface OperationWithParameter {
  readonly operation: DirectOperation
  readonly start: string
  readonly parameter: string
  readonly end: string
}

const PARAMETER_PATTERN = /^([^:]*\/):(\w+)(\/[^:]*)?$/

/** Operations on the fast path, by method and path. */
export class FastOperations {
  private readonly byRequestLine = new Map<string, OperationMatch>()
  private readonly withParameter: OperationWithParameter[] = []

  add(operation: DirectOperation): void {
    const { name, method, path, replyHeaders } = operation.steps.operation
    if ((method !== 'GET' && method !== 'POST') || replyHeaders) {
      throw new Error(`${name} cannot take the fast path: only a GET or POST operation without reply headers can`)
    }
    const parameter = PARAMETER_PATTERN.exec(path)
    if (parameter) {
      const [, start = '', parameterName = '', end = ''] = parameter
      this.withParameter.push({ operation, start, parameter: parameterName, end })
    } else if (path.includes(':')) {
      throw new Error(`${name} cannot take the fast path: its path has more than one parameter`)
    } else this.byRequestLine.set(`${method} ${path}`, { operation, params: {} })
  }

  find({ method, path }: RequestHead): OperationMatch | undefined {
    return this.byRequestLine.get(`${method} ${path}`) ?? this.findWithParameter(method, path)
  }

  private findWithParameter(method: string, path: string): OperationMatch | undefined {
    for (const { operation, start, parameter, end } of this.withParameter) {
      if (operation.steps.operation.method !== method || !path.startsWith(start) || !path.endsWith(end)) continue
      const value = path.slice(start.length, path.length - end.length)
      if (value !== '' && !value.includes('/')) return { operation, params: { [parameter]: value } }
    }
    return undefined
  }
}
