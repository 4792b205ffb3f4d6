// Loaded on first use: see loadLibrary.
export { default as OpeningHours } from 'opening_hours'
