import type { RunnableOperation } from '../run-operation.ts'
import type { RequestHead } from './plain-request.ts'

export interface DirectOperation extends RunnableOperation {
  /** Maximum body size on the fast path. Larger bodies take the regular path. */
  readonly maxBodyBytes: number
  /** Whether requests with a query take the fast path. */
  readonly takesQuery: boolean
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

/** Operation for all paths below a prefix: `/v1/compat/osrm/route/*`. */
interface OperationWithPrefix {
  readonly operation: DirectOperation
  readonly prefix: string
}

const PARAMETER_PATTERN = /^([^:]*\/):(\w+)(\/[^:]*)?$/

/** Operations on the fast path, by method and path. */
export class FastOperations {
  private readonly byRequestLine = new Map<string, OperationMatch>()
  private readonly withParameter: OperationWithParameter[] = []
  private readonly withPrefix: OperationWithPrefix[] = []

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
    } else if (path.endsWith('/*')) this.withPrefix.push({ operation, prefix: path.slice(0, -1) })
    else this.byRequestLine.set(`${method} ${path}`, { operation, params: {} })
  }

  find({ method, path, query }: RequestHead): OperationMatch | undefined {
    const match =
      this.byRequestLine.get(`${method} ${path}`) ??
      this.findWithParameter(method, path) ??
      this.findWithPrefix(method, path)
    return match && (query === undefined || match.operation.takesQuery) ? match : undefined
  }

  private findWithPrefix(method: string, path: string): OperationMatch | undefined {
    // The regular path ignores a slash at the end.
    if (path.endsWith('/')) return undefined
    for (const { operation, prefix } of this.withPrefix) {
      if (operation.steps.operation.method !== method || !path.startsWith(prefix)) continue
      return { operation, params: { '*': path.slice(prefix.length) } }
    }
    return undefined
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
