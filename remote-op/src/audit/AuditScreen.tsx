import { securityEvent, securityEventEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { auditTitle } from './title.ts'

/** Security events for administrators: read, search and export only. Events have no page of their own. */
export default listScreen({
  resource: securityEvent,
  endpoints: securityEventEndpoints,
  detailRoute: null,
  title: auditTitle,
  createRoute: null,
  emptyHint: { ja: '期間やほかの条件を変えてお試しください。', en: 'Try another period or other conditions.' },
})
