/** Reference of the asset that the simulator of the live page moves. */
export const SIMULATED_REFERENCE = 'console-simulator'
