// This module is loaded on first use, because threads that only read the world do not need its sources.
export { borders } from '@rapideditor/country-coder'
