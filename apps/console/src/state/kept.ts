import { effect, type Signal, signal } from '@preact/signals'

type Area = 'localStorage' | 'sessionStorage'
type Check<T> = (value: unknown) => value is T

/**
 * A value that survives closing the page, and is the same in all of its tabs. Browsers may forbid storage: then it lives as
 * long as the page.
 */
export function kept<T>(name: string, initial: T, isValid: Check<T>): Signal<T> {
  const value = keptIn('localStorage', name, initial, isValid)
  // Browsers tell only the other tabs: the one that has changed it knows.
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key, storageArea }) => {
      // Without a key everything was cleared.
      if (storageArea === localStorage && (key === `fairway.${name}` || key === null))
        value.value = load('localStorage', name, initial, isValid)
    })
  return value
}

/** A value of this tab alone: a reload keeps it, closing the tab ends it. */
export function keptInTab<T>(name: string, initial: T, isValid: Check<T>): Signal<T> {
  return keptIn('sessionStorage', name, initial, isValid)
}

function keptIn<T>(area: Area, name: string, initial: T, isValid: Check<T>): Signal<T> {
  const value = signal<T>(load(area, name, initial, isValid))
  effect(() => {
    const text = JSON.stringify(value.value)
    try {
      globalThis[area].setItem(`fairway.${name}`, text)
    } catch {
      // Full or forbidden: nothing depends on it.
    }
  })
  return value
}

function load<T>(area: Area, name: string, initial: T, isValid: Check<T>): T {
  try {
    const found: unknown = JSON.parse(globalThis[area].getItem(`fairway.${name}`) ?? 'null')
    return isValid(found) ? found : initial
  } catch {
    return initial
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
