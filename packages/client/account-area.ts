import type * as Api from './api-types.ts'
import type { Caller, CallOptions } from './call/caller.ts'

/**
 * Account of the signed-in user. The methods work only on pages served by the service's host, because they rely on the
 * browser's session cookie.
 */
export interface AccountArea {
  /** Sends a code to the email address. */
  signIn(body: Api.SignInRequest, options?: CallOptions): Promise<Api.SignInReply>
  verifySignIn(body: Api.VerifySignInRequest, options?: CallOptions): Promise<Api.VerifySignInReply>
  signOut(options?: CallOptions): Promise<Api.SignOutReply>
  get(options?: CallOptions): Promise<Api.AccountReply>
  usage(query?: Api.AccountUsageQuery, options?: CallOptions): Promise<Api.AccountUsageReply>
  /** Returns changes to keys, plan, and sessions, newest first. */
  audit(query?: Api.AccountAuditQuery, options?: CallOptions): Promise<Api.AccountAuditReply>
  /** Sends a code to the number by SMS. The number is not used until `verifyPhone` receives the code. */
  setPhone(body: Api.SetPhoneRequest, options?: CallOptions): Promise<Api.SetPhoneReply>
  verifyPhone(body: Api.VerifyPhoneRequest, options?: CallOptions): Promise<Api.VerifyPhoneReply>
  removePhone(options?: CallOptions): Promise<Api.RemovePhoneReply>
  /** Sets whether the speeds of the account's vehicles are used as traffic data. */
  setTrafficSharing(body: Api.SetTrafficSharingRequest, options?: CallOptions): Promise<Api.SetTrafficSharingReply>
  /** Signs out all browsers. */
  endSessions(options?: CallOptions): Promise<Api.EndSessionsReply>
  /** Returns all data stored about the account. The reply may be large. */
  exportData(options?: CallOptions): Promise<Api.ExportAccountReply>
  /** Deletes the account and all its data. Requires a recent sign-in or code. */
  deleteAccount(body: Api.DeleteAccountRequest, options?: CallOptions): Promise<Api.DeleteAccountReply>
  listKeys(options?: CallOptions): Promise<Api.ListKeysReply>
  /** Creates a key. No other response contains the key. */
  createKey(body?: Api.CreateKeyRequest, options?: CallOptions): Promise<Api.CreateKeyReply>
  /** Renames a key or changes its restrictions. */
  updateKey(id: string, body: Api.UpdateKeyRequest, options?: CallOptions): Promise<Api.UpdateKeyReply>
  rotateKey(id: string, body?: Api.RotateKeyRequest, options?: CallOptions): Promise<Api.RotateKeyReply>
  /** Keeps a key that was created before the email address was verified, along with all data created with the key. */
  keepKey(id: string, options?: CallOptions): Promise<Api.KeepKeyReply>
  revokeKey(id: string, options?: CallOptions): Promise<Api.RevokeKeyReply>
}

export function createAccountArea(caller: Caller): AccountArea {
  return {
    signIn: (body, options) => caller.call('signIn', { body }, options),
    verifySignIn: (body, options) => caller.call('verifySignIn', { body }, options),
    signOut: (options) => caller.call('signOut', {}, options),
    get: (options) => caller.call('account', {}, options),
    usage: (query = {}, options) => caller.call('accountUsage', { query: { ...query } }, options),
    audit: (query = {}, options) => caller.call('accountAudit', { query: { ...query } }, options),
    setPhone: (body, options) => caller.call('setPhone', { body }, options),
    verifyPhone: (body, options) => caller.call('verifyPhone', { body }, options),
    removePhone: (options) => caller.call('removePhone', {}, options),
    setTrafficSharing: (body, options) => caller.call('setTrafficSharing', { body }, options),
    endSessions: (options) => caller.call('endSessions', {}, options),
    exportData: (options) => caller.call('exportAccount', {}, options),
    deleteAccount: (body, options) => caller.call('deleteAccount', { body }, options),
    listKeys: (options) => caller.call('listKeys', {}, options),
    createKey: (body = {}, options) => caller.call('createKey', { body }, options),
    updateKey: (id, body, options) => caller.call('updateKey', { id, body }, options),
    rotateKey: (id, body = {}, options) => caller.call('rotateKey', { id, body }, options),
    keepKey: (id, options) => caller.call('keepKey', { id }, options),
    revokeKey: (id, options) => caller.call('revokeKey', { id }, options),
  }
}
