// `loadLibrary` loads this library when it is first used.
export { borders, feature, iso1A2Code } from '@rapideditor/country-coder'
