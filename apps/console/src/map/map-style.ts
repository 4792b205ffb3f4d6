import { computed } from '@preact/signals'
import { isBoolean, persistentSignal } from '../state/persistent-signal.ts'
import { isDark } from '../state/theme.ts'

/** Whether the map is drawn as a blueprint, both by day and by night. */
export const isBlueprint = persistentSignal('blueprint', false, isBoolean)

/** Name of the style to request from the service. */
export const mapStyleName = computed(() => (isBlueprint.value ? 'blueprint' : isDark.value ? 'dark' : 'light'))
