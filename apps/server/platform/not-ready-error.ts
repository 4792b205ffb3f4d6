/** Thrown by a readiness check. Its message is shown to operators at /readyz. */
export class NotReadyError extends Error {}
