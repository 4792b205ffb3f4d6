import { KeyEntry } from '../account/key-entry.tsx'
import { SignupForm } from '../account/signup-form.tsx'

/** Assets belong to an account, and an account requires a key. */
export function NeedKey() {
  return (
    <>
      <p>Track your assets: position, deviation from the planned route and arrival time.</p>
      <p class="hint">Assets belong to an account, so this page needs a key.</p>
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
