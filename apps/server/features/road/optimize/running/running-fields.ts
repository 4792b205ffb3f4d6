import { Type } from 'typebox'
import { OneOfSchema } from '../../../../platform/http/schemas.ts'
import { PointField } from '../../route/api/schemas.ts'
import { MAX_MINUTES, MAX_VEHICLES } from '../limits.ts'

const StopNumbers = (description: string) => Type.Array(Type.Integer({ minimum: 0 }), { description })

const CurrentVehicle = Type.Object({
  at: Type.Optional(PointField('Where the vehicle is now. If omitted, the vehicle has not left its start. A Point:')),
  done: Type.Optional(StopNumbers('Stops that the vehicle has already visited. These stops are not planned again.')),
  delay_min: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_MINUTES,
      description:
        'Minutes after `depart_at` until the vehicle can continue, for example until service at a stop or a repair is finished.',
    }),
  ),
})

/** Schemas of the fields that describe running tours. */
export const runningFields = {
  locked: Type.Optional(
    Type.Array(StopNumbers('Stops that the vehicle visits first, in order of travel.'), {
      maxItems: MAX_VEHICLES,
      description:
        'For every vehicle: stops that the vehicle visits first, in order of travel, for example a stop to which it is already driving. No other vehicle visits these stops.',
    }),
  ),
  current: Type.Optional(
    Type.Object(
      {
        vehicles: Type.Array(CurrentVehicle, {
          maxItems: MAX_VEHICLES,
          description: 'One entry per vehicle, in the same order. Vehicles without an entry have not left their start.',
        }),
        keep: Type.Optional(
          OneOfSchema(['order', 'vehicles', 'nothing'], {
            default: 'order',
            description:
              'What to keep from `given`: the vehicle and the order of all stops that can still be visited (`order`), only the vehicle of each stop (`vehicles`), or nothing (`nothing`). With `order`, stops that are not kept are inserted where they add the least cost, and no search takes place.',
          }),
        ),
      },
      {
        description:
          'The current state of tours that are in progress. `given` must contain these tours. The reply lists the changes in `delta`.',
      },
    ),
  ),
}

const Change = { stop: Type.Integer(), vehicle: Type.Integer() }
const position = Type.Integer({ description: 'Number of stops that the vehicle visits before this stop.' })

/** Schema of the changes compared with the running tours. */
export const DeltaReply = Type.Object(
  {
    keep: OneOfSchema(['order', 'vehicles', 'nothing']),
    kept: Type.Integer({ description: 'Number of stops that are still visited by the same vehicle.' }),
    added: Type.Array(Type.Object({ ...Change, position }), {
      description: 'Stops that were not in any of the tours in progress.',
    }),
    moved: Type.Array(Type.Object({ ...Change, position, from_vehicle: Type.Integer() }), {
      description: 'Stops that a different vehicle now visits.',
    }),
    removed: Type.Array(Type.Object(Change), {
      description: 'Stops of tours in progress that no vehicle visits anymore; `unassigned` states why.',
    }),
    reordered: Type.Array(Type.Integer(), {
      description: 'Vehicles that keep their stops but visit them in a different order.',
    }),
  },
  { description: 'With `current`: the changes compared with the tours in progress.' },
)
