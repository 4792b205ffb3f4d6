/** Whether the main pointer is a finger. */
export const isTouch = matchMedia('(pointer: coarse)').matches

/** Verb for pressing something. Users of touch screens tap, because they have no mouse to click with. */
export const pressVerb = isTouch ? 'tap' : 'click'
export const PressVerb = isTouch ? 'Tap' : 'Click'
