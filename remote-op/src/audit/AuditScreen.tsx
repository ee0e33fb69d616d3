import { securityEvent, securityEventEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { auditTitle } from './title.ts'

/** Events of security, for administrators: read, searched and saved as a file, never changed. An event has no page of its own. */
export default listScreen({
  resource: securityEvent,
  endpoints: securityEventEndpoints,
  detailRoute: null,
  title: auditTitle,
  createRoute: null,
  emptyHint: { ja: '期間やほかの条件を変えてお試しください。', en: 'Try another period or other conditions.' },
})
