// The library is loaded on first use by `loadLibrary`.
export { borders, feature, iso1A2Code } from '@rapideditor/country-coder'
