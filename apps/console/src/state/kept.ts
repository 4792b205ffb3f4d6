import { effect, type Signal, signal } from '@preact/signals'

/** A value that survives closing the page. Browsers may forbid storage: then it lives as long as the page. */
export function kept<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Signal<T> {
  const value = signal<T>(load(name, initial, isValid))
  effect(() => {
    try {
      localStorage.setItem(`fairway.${name}`, JSON.stringify(value.value))
    } catch {
      // Full or forbidden: nothing depends on it.
    }
  })
  return value
}

function load<T>(name: string, initial: T, isValid: (value: unknown) => value is T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`fairway.${name}`) ?? 'null')
    return isValid(found) ? found : initial
  } catch {
    return initial
  }
}
