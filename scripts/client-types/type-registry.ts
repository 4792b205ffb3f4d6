import { membersOf } from './unions.ts'

const LINE_WIDTH = 120

/** Declarations of a types file. Identical types are declared once, under the first name used. */
export class TypeBook {
  private readonly declarations = new Map<string, string>()
  private readonly nameOfShape = new Map<string, string>()

  /** `fields` are the lines of an interface, compared without comments. Returns the name to use. */
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

  /** For names that callers rely on: adds an alias if the type is declared under another name. */
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

/** A line of an interface, wrapped as the formatter would wrap it. */
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

/** A list whose items are one of several types is split into them if it is too long. */
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
