import { useEffect, useState } from 'preact/hooks'
import { apiKey } from '../../state/key.ts'
import '../../style/account.css'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { AccountData } from './account-data.tsx'
import { AuditLog } from './audit-log.tsx'
import { KeyEntry, KeyInUse } from './key-entry.tsx'
import { Keys } from './keys.tsx'
import { Phone } from './phone.tsx'
import { PlanDescription } from './plan-text.tsx'
import { resumeSession, session, signedInAccount, signOut } from './session.ts'
import { Sharing } from './sharing.tsx'
import { ShownKey } from './shown-key.tsx'
import { SignIn } from './sign-in.tsx'
import { SignupForm, signedUpKey } from './signup-form.tsx'
import { UnkeptKeys } from './unkept-keys.tsx'
import { AccountUsage, KeyUsage } from './usage.tsx'

export default function AccountPage() {
  const resumeAction = useAction()
  useEffect(() => void resumeAction.run(() => resumeSession().catch(ignoreEndedSession)), [])
  const account = signedInAccount.value
  // Keeping or revoking a key changes the list below, so this counter triggers a reload of the list.
  const [keysVersion, setKeysVersion] = useState(0)
  return (
    <div class="account">
      <h1>Account</h1>
      {signedUpKey.value !== '' && (
        <ShownKey
          value={signedUpKey.value}
          storedIn="browser"
          onDone={() => {
            signedUpKey.value = ''
          }}
        />
      )}
      <section class="card" aria-label="Console key">
        <KeyInUse />
        <KeyEntry />
      </section>
      {session.value === 'unknown' && <ActionFailure action={resumeAction} />}
      {(session.value === 'out' || session.value === 'ended') && <SignInOrKey />}
      {account !== undefined ? (
        <>
          <SignedInAs email={account.account.email} name={account.account.name} />
          <UnkeptKeys account={account} onChange={() => setKeysVersion(keysVersion + 1)} />
          <Keys key={keysVersion} />
          <AccountUsage />
          <PlanDescription account={account} />
          <Phone account={account} />
          <Sharing account={account} />
          <AuditLog />
          <AccountData email={account.account.email} />
        </>
      ) : (
        apiKey.value !== '' && <KeyUsage apiKey={apiKey.value} />
      )}
    </div>
  )
}

/** Ignores errors after the session has ended, because the sign-in form already reports the end of the session. */
function ignoreEndedSession(error: unknown): void {
  if (session.value !== 'ended') throw error
}

function SignInOrKey() {
  const [isNew, setNew] = useState(false)
  return (
    <section class="card" aria-label="Sign in or sign up">
      {session.value === 'ended' && (
        <p class="failure" role="alert">
          Your session has expired. Sign in again to continue; your entries are kept.
        </p>
      )}
      <div class="tabs">
        <button type="button" aria-pressed={!isNew} onClick={() => setNew(false)}>
          Sign in
        </button>
        <button type="button" aria-pressed={isNew} onClick={() => setNew(true)}>
          Sign up
        </button>
      </div>
      {isNew ? <SignupForm /> : <SignIn />}
    </section>
  )
}

function SignedInAs({ email, name }: { readonly email: string; readonly name: string | null }) {
  const action = useAction()
  return (
    <section aria-label="Signed in">
      <div class="head">
        <p>
          Signed in as <strong>{email}</strong>
          {name !== null && `, ${name}`}
        </p>
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void action.run(signOut)}>
          Sign out
        </button>
      </div>
      <ActionFailure action={action} />
    </section>
  )
}
