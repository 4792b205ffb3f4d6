import { Type } from 'typebox'

/** Schema of the field that allows several visits to deliver the demand of a stop. */
export const splitFields = {
  split: Type.Optional(
    Type.Unsafe<boolean | readonly boolean[]>({
      anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'boolean' } }],
      default: false,
      description:
        'Whether several visits may share the demand of a stop, for example because the demand exceeds the capacity of a vehicle: one value for all stops, or a list with one value per stop. Service time is divided in proportion to the amount; setup time applies to each visit. With one value for all stops, stops in pairs or groups and stops with a prize or a soft window are not split.',
      'x-demand': 'be true, false, or a list with one of them per stop',
    }),
  ),
}

export const deliveredField = Type.Optional(
  Type.Array(Type.Number(), { description: 'With `split`: amount delivered on this visit, per dimension.' }),
)

export const undeliveredField = Type.Optional(
  Type.Array(Type.Number(), { description: 'With `split`: amount that is not delivered, per dimension.' }),
)
