import { findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import type { ApiDocument, Schema } from './document.ts'
import { membersOf } from './unions.ts'

const LINE_WIDTH = 120

/** Direction of a type. Requests may contain `undefined` fields, which JSON omits. Replies contain none. */
export type Side = 'request' | 'reply'

/** Collects the declarations of a types file. Identical types are declared once, under the first name. */
export class TypeRegistry {
  private readonly declarations = new Map<string, string>()
  private readonly nameOfShape = new Map<string, string>()
  private readonly typeOfComponent = new Map<string, string>()
  private readonly components: Readonly<Record<string, Schema>>
  private readonly inReplies: ReadonlySet<string>

  constructor(document?: ApiDocument) {
    this.components = document?.components?.schemas ?? {}
    this.inReplies = document ? findInReplies(document) : new Set()
  }

  /** Returns the schema itself, or the component that it refers to. */
  resolve(schema: Schema): Schema {
    const use = findUse(schema)
    if (!use) return schema
    const component = this.components[use.name]
    if (!component) throw new Error(`The document has no schema ${use.name}`)
    return { ...component, ...use.keywords }
  }

  /**
   * Returns the type of a component. If requests and replies contain the component, and its types differ, the type in
   * requests gets a suffix.
   */
  addComponent(name: string, side: Side, typeOf: (schema: Schema, typeName: string, side: Side) => string): string {
    const isShared = side === 'request' && this.inReplies.has(name)
    if (isShared) this.addComponent(name, 'reply', typeOf)
    const typeName = isShared ? `${name}Input` : name
    const known = this.typeOfComponent.get(typeName)
    if (known !== undefined) return known
    // A component that contains itself uses its own name.
    this.typeOfComponent.set(typeName, typeName)
    const type = typeOf(this.resolve({ $ref: `#/components/schemas/${name}` }), typeName, side)
    this.typeOfComponent.set(typeName, type)
    return type
  }

  /** Adds an interface and returns the name to use. Interfaces are compared without comments. */
  addInterface(wanted: string, fields: readonly Field[], isOpen: boolean): string {
    const lines = fields.flatMap(({ comment, line }) => [...comment, ...line])
    if (isOpen) lines.push('  readonly [field: string]: unknown')
    const shape = `{${fields.flatMap(({ line }) => line).join('\n')}${isOpen}}`
    return this.add(wanted, shape, (name) => `export interface ${name} {\n${lines.join('\n')}\n}`)
  }

  addUnion(wanted: string, members: readonly string[]): string {
    return this.add(wanted, members.join(' | '), (name) => {
      const line = `export type ${name} = ${members.join(' | ')}`
      return line.length <= LINE_WIDTH
        ? line
        : `export type ${name} =\n${members.map((one) => `  | ${one}`).join('\n')}`
    })
  }

  /** Adds an alias if the type is declared under another name. Users of the client can then import either name. */
  addAlias(name: string, type: string): string {
    if (name !== type) this.declarations.set(name, `export type ${name} = ${type}`)
    return name
  }

  /** Adds aliases by which programs can still import types that were renamed. */
  addFormerNames(currentNames: Readonly<Record<string, string>>): void {
    for (const [former, current] of Object.entries(currentNames)) {
      if (!this.declarations.has(current)) throw new Error(`${former} is an alias of ${current}, which is not declared`)
      if (this.declarations.has(former)) throw new Error(`${former} is both a type and an alias of ${current}`)
      this.declarations.set(former, `/** Former name of \`${current}\`. */\nexport type ${former} = ${current}`)
    }
  }

  text(): string {
    return [...this.declarations.values()].join('\n\n')
  }

  private add(wanted: string, shape: string, declare: (name: string) => string): string {
    const known = this.nameOfShape.get(shape)
    if (known !== undefined) return known
    let name = wanted
    for (let count = 2; this.declarations.has(name); count++) name = `${wanted}${count}`
    this.nameOfShape.set(shape, name)
    this.declarations.set(name, declare(name))
    return name
  }
}

export interface Field {
  readonly comment: readonly string[]
  readonly line: readonly string[]
}

/** Returns a line of an interface, wrapped as the formatter would wrap it. */
export function fieldOf(name: string, isOptional: boolean, type: string, description: string | undefined): Field {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
  const start = `  readonly ${key}${isOptional ? '?' : ''}:`
  const whole = `${start} ${type}`
  return {
    comment: description === undefined ? [] : [`  /** ${description.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`],
    line:
      whole.length <= LINE_WIDTH
        ? [whole]
        : [start, ...membersOf(type).flatMap((member) => wrapMember(member, '    '))],
  }
}

/** Wraps a union member. If a list of several types is too long, each type gets a separate line. */
function wrapMember(member: string, indent: string): string[] {
  const line = `${indent}| ${member}`
  const [, items] = /^readonly \((.*)\)\[\]$/.exec(member) ?? []
  if (line.length <= LINE_WIDTH || items === undefined) return [line]
  return [
    `${indent}| readonly (`,
    ...membersOf(items).flatMap((item) => wrapMember(item, `${indent}    `)),
    `${indent}  )[]`,
  ]
}

/** Returns the names of the components that replies contain. */
function findInReplies({ paths, components }: ApiDocument): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { name } = findUse(value) ?? {}
    if (name === undefined || !found.has(name)) Object.values(value).forEach(visit)
    if (name === undefined || found.has(name)) return
    found.add(name)
    visit(components?.schemas[name])
  }
  for (const methods of Object.values(paths))
    for (const { responses } of Object.values(methods)) visit(responses['200']?.content)
  return found
}
