interface FieldBase {
  /** Name in the URL. */
  readonly name: string
  /** Path in the request, such as `vehicle.height_m`. */
  readonly path: string
  readonly label: string
  /** Heading above the option. */
  readonly group: string
  /** Profiles that support the option. Undefined means all profiles. */
  readonly onlyFor?: readonly string[]
  /** Name of the option that must be set before this option is available. */
  readonly onlyWith?: string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly step: number
  /** Default value, shown as the placeholder. */
  readonly defaultText?: string
  /** Path and value that are sent together with this option, such as the direction of the wind. */
  readonly alsoSends?: readonly [string, number]
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice' | 'count'
  /** Values and labels. The first choice is the default and is not sent. */
  readonly choices: readonly (readonly [string, string])[]
}

export interface MultipleChoiceField extends FieldBase {
  readonly kind: 'many'
  readonly choices: readonly (readonly [string, string])[]
}

/** Field whose choices each set multiple values of the request. */
export interface PresetField extends FieldBase {
  readonly kind: 'preset'
  /** Value, label, and the paths and values to send. The first choice is the default. */
  readonly choices: readonly (readonly [string, string, readonly (readonly [string, unknown])[]])[]
}

export interface PlainField extends FieldBase {
  readonly kind: 'time' | 'flag' | 'text' | 'words' | 'model'
  readonly placeholder?: string
}

export type Field = NumberField | ChoiceField | MultipleChoiceField | PresetField | PlainField
