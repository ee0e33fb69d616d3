import type { Handlers } from '../http/handler.ts'
import { keepBeacons } from './beacons.ts'

export const releaseHandlers: Handlers['release'] = {
  async beacon({ db, session, body }) {
    await keepBeacons(db, session.account_id, body.beacons)
  },
}
