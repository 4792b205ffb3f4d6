interface FieldBase {
  /** Name in the URL. */
  readonly name: string
  /** Path in the request, such as `vehicle.height_m`. */
  readonly path: string
  readonly label: string
  /** The heading it is listed under. */
  readonly group: string
  /** The profiles that the option exists for. Default: all. */
  readonly onlyFor?: readonly string[]
  /** The option that must be set for this one to exist. */
  readonly onlyWith?: string
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly step: number
  /** The default value, shown as the placeholder. */
  readonly defaultText?: string
  /** A value sent together with it, such as the direction of the wind. */
  readonly alsoSends?: readonly [string, number]
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice' | 'count'
  /** Value and label. The first is the default and is not sent. */
  readonly choices: readonly (readonly [string, string])[]
}

export interface MultipleChoiceField extends FieldBase {
  readonly kind: 'many'
  readonly choices: readonly (readonly [string, string])[]
}

/** A choice that stands for several values of the request. */
export interface PresetField extends FieldBase {
  readonly kind: 'preset'
  /** Value, label, and the paths and values to send. The first is the default. */
  readonly choices: readonly (readonly [string, string, readonly (readonly [string, unknown])[]])[]
}

export interface PlainField extends FieldBase {
  readonly kind: 'time' | 'flag' | 'text' | 'words' | 'model'
  readonly placeholder?: string
}

export type Field = NumberField | ChoiceField | MultipleChoiceField | PresetField | PlainField
