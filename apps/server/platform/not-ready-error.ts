/** Error of a readiness check. Operators see its message at /readyz. */
export class NotReadyError extends Error {}
