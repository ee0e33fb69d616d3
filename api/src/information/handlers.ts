import { attachmentLimits } from '@adsite/contract'
import { authorOf } from '../call/author.ts'
import type { Handlers } from '../call/handler.ts'
import { pathId } from '../call/path-id.ts'
import { readBytes } from '../call/read-body.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { downloadOf } from '../upload/download.ts'
import { safeFile } from '../upload/safe-file.ts'
import { attach, attachmentsOf, detach, findAttachment } from './attachments.ts'
import { readersOf } from './readers.ts'
import { informationMapping } from './mapping.ts'
import { confirmInformation, viewList, viewOne } from './view.ts'

export const informationHandlers = resourceHandlers('information', informationMapping, {
  viewList: ({ db, session, query }) => viewList(db, session, query),
  view: ({ db, session, id }) => viewOne(db, session, id),
  confirm: ({ db, session, id }) => confirmInformation(db, session, id),

  readers: ({ db, session, id, query }) => readersOf(db, session, id, query),

  async attachments({ db, session, id }) {
    await findOrRefuse(db, session, informationMapping, id)
    return { data: await attachmentsOf(db, id) }
  },

  async attach(call) {
    const { db, session, id, query, request, storage } = call
    // Checked before the file is read and processed.
    await findOrRefuse(db, session, informationMapping, id)
    const file = await safeFile(await readBytes(request, attachmentLimits.bytes))
    return { data: await attach(db, storage, authorOf(call), { informationId: id, givenName: query.name, file }) }
  },

  async detach(call) {
    const { db, id, params, storage } = call
    await detach(db, storage, authorOf(call), id, pathId(params.attachment_id))
  },

  async download({ db, session, id, params, storage, log }) {
    const found = await findAttachment(db, session, id, pathId(params.attachment_id))
    return await downloadOf(storage, found, log)
  },
} satisfies Partial<Handlers['information']>)
