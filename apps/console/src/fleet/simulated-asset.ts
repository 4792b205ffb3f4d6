/** The reference of the asset that the simulator of the live page drives. */
export const SIMULATED_REFERENCE = 'console-simulator'
