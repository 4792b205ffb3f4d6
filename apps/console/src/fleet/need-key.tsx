import { useEffect } from 'preact/hooks'
import { KeyEntry } from '../pages/account/key-entry.tsx'
import { SignupForm } from '../pages/account/signup-form.tsx'
import { checkLocalKeys, hasLocalKeys } from '../state/local-key.ts'
import { LocalKeyButton } from './local-key.tsx'

/** Explains that a page needs a key, because assets belong to an account. */
export function NeedKey({ purpose }: { readonly purpose: string }) {
  return (
    <>
      <p>{purpose}</p>
      <p class="hint">Assets belong to an account, so this page needs a key.</p>
      <LocalKeyCard />
      <section class="card" aria-label="New here">
        <h2>New here?</h2>
        <SignupForm />
      </section>
      <section class="card" aria-label="Have a key">
        <h2>Have a key?</h2>
        <KeyEntry />
        <p class="hint">
          Or <a href="#/account">sign in</a> to create one.
        </p>
      </section>
    </>
  )
}

function LocalKeyCard() {
  useEffect(() => void checkLocalKeys(), [])
  if (hasLocalKeys.value !== true) return null
  return (
    <section class="card" aria-label="On this machine">
      <h2>On this machine</h2>
      <p class="hint">The service runs on this computer, so you can start without signing up.</p>
      <LocalKeyButton />
    </section>
  )
}
