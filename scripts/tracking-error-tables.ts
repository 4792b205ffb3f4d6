import { trackingProblems } from '../apps/server/features/tracking/api/failures.ts'
import { dispatchProblems } from '../apps/server/features/tracking/dispatch/failures.ts'
import { geofenceProblems } from '../apps/server/features/tracking/geofences/failures.ts'
import { shareProblems } from '../apps/server/features/tracking/share/failures.ts'
import { messageProblems } from '../apps/server/features/tracking/sockets/failures.ts'
import { tripProblems } from '../apps/server/features/tracking/trips/failures.ts'
import { webhookProblems } from '../apps/server/features/tracking/webhooks/failures.ts'

/** Error tables of operations on tracked assets. */
export const trackingErrorTables = {
  trackingProblems,
  dispatchProblems,
  geofenceProblems,
  shareProblems,
  messageProblems,
  tripProblems,
  webhookProblems,
}
