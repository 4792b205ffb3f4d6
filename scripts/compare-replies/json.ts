export type Json = null | boolean | number | string | Json[] | Fields
export type Fields = { [name: string]: Json | undefined }
export type Maybe = Json | undefined

export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Returns the value at a path such as `legs.0.from`. */
export function getAt(value: Maybe, path: string): Maybe {
  return path.split('.').reduce<Maybe>((inner, name) => (inner as Fields | undefined)?.[name], value)
}

export function parseJson(text: string, otherwise?: Json): Maybe {
  try {
    return JSON.parse(text) as Json
  } catch {
    return otherwise
  }
}
