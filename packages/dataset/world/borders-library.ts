// This module is loaded on first use, because threads that only read the finished world index do not need its sources.
export { borders } from '@rapideditor/country-coder'
