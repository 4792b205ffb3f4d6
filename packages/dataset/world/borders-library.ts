// Loaded on first use: threads that only read the world do not need its sources.
export { borders } from '@rapideditor/country-coder'
