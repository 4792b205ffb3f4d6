import type * as Api from './api-types.ts'
import type { Caller, CallOptions } from './call/caller.ts'
import { iteratePages } from './pages.ts'

/** Areas that trigger events when assets enter, leave, or stay. */
export interface Geofences {
  create(body: Api.CreateGeofenceRequest, options?: CallOptions): Promise<Api.CreateGeofenceReply>
  list(query?: Api.ListGeofencesQuery, options?: CallOptions): Promise<Api.ListGeofencesReply>
  get(id: string, options?: CallOptions): Promise<Api.GetGeofenceReply>
  /** Replaces the given fields. */
  update(id: string, body: Api.UpdateGeofenceRequest, options?: CallOptions): Promise<Api.UpdateGeofenceReply>
  remove(id: string, options?: CallOptions): Promise<Api.RemoveGeofenceReply>
}

/** Events of assets. */
export interface Events {
  list(query?: Api.ListEventsQuery, options?: CallOptions): Promise<Api.ListEventsReply>
  /** Iterates over all events that match the query and fetches pages on demand. */
  all(query?: Api.ListEventsQuery, options?: CallOptions): AsyncGenerator<Api.ListEvent, void, void>
  /** Returns the settings for events that are recorded in addition to geofence events. */
  getSettings(options?: CallOptions): Promise<Api.GetEventSettingsReply>
  /** Enables or disables these events. Events whose field is missing from the body are disabled. */
  setSettings(body: Api.SetEventSettingsRequest, options?: CallOptions): Promise<Api.SetEventSettingsReply>
}

export function createGeofences(caller: Caller): Geofences {
  return {
    create: (body, options) => caller.call('createGeofence', { body }, options),
    list: (query = {}, options) => caller.call('listGeofences', { query: { ...query } }, options),
    get: (id, options) => caller.call('getGeofence', { id }, options),
    update: (id, body, options) => caller.call('updateGeofence', { id, body }, options),
    remove: (id, options) => caller.call('removeGeofence', { id }, options),
  }
}

export function createEvents(caller: Caller): Events {
  const list: Events['list'] = (query = {}, options) => caller.call('listEvents', { query: { ...query } }, options)
  return {
    list,
    all: (query, options) =>
      iteratePages(
        (cursor) => list({ ...query, ...(cursor === undefined ? {} : { after: cursor }) }, options),
        ({ events }) => events,
      ),
    getSettings: (options) => caller.call('getEventSettings', {}, options),
    setSettings: (body, options) => caller.call('setEventSettings', { body }, options),
  }
}
