// This module is loaded on first use. See loadLibrary.
export { default as OpeningHours } from 'opening_hours'
