/** Whether the main pointer is a finger. Touch screens have no mouse to click with. */
export const isTouch = matchMedia('(pointer: coarse)').matches

/** Verb for pressing something: on a touch screen, users tap. */
export const pressVerb = isTouch ? 'tap' : 'click'
export const PressVerb = isTouch ? 'Tap' : 'Click'
