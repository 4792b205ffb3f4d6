// Loaded on first use: see loadLibrary.
export { borders, feature, iso1A2Code } from '@rapideditor/country-coder'
