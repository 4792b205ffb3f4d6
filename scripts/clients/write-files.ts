import type { ApiDocument } from '../client-types/document.ts'
import { writeGoMethods } from './go/write-methods.ts'
import { writeGoTypes } from './go/write-types.ts'
import { writePythonMethods } from './python/write-methods.ts'
import { writePythonTypes } from './python/write-types.ts'
import { readModel } from './read-model.ts'

/** Returns the generated files of the clients by their path in the repository. */
export function writeFiles(
  document: ApiDocument,
  formerNames: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const model = readModel(document, formerNames)
  return {
    'clients/python/fairway/types.py': writePythonTypes(model),
    'clients/python/fairway/client.py': writePythonMethods(model),
    'clients/go/types.go': writeGoTypes(model),
    'clients/go/operations.go': writeGoMethods(model),
  }
}
