import { membersOf } from './unions.ts'

const LINE_WIDTH = 120

/** Collects the declarations of a types file. Identical types are declared once, under the first name. */
export class TypeRegistry {
  private readonly declarations = new Map<string, string>()
  private readonly nameOfShape = new Map<string, string>()

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
