import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { frames } from '../db/schema.ts'
import type { Handlers } from '../call/handler.ts'
import { resourceHandlers } from '../resource/handlers.ts'
import { findOrRefuse } from '../resource/read/find-or-refuse.ts'
import { spaceMapping } from './mapping.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The container in the page, and the ad server's script that fills it. A frame of 0 × 0 takes every size. */
function tagOf(script: string, { code, width, height }: { code: string; width: number; height: number }): string {
  const size = width > 0 && height > 0 ? ` style="width:${width}px;height:${height}px"` : ''
  return `<div data-adsite-frame="${escaped(code)}"${size}></div>\n<script async src="${escaped(script)}"></script>`
}

export const spaceHandlers = resourceHandlers('space', spaceMapping, {
  async tags({ db, session, id, settings: { tagScript } }) {
    await findOrRefuse(db, session, spaceMapping, id)
    const { name, code, status, width, height } = frames
    const rows = await db
      .select({ id: frames.id, name, code, status, width, height })
      .from(frames)
      .where(and(eq(frames.space_id, id), ne(status, 'ARCHIVED'), isNull(frames.deleted_at)))
      .orderBy(asc(name), asc(frames.id))
    return { data: rows.map((row) => ({ ...row, tag: tagScript ? tagOf(tagScript, row) : null })) }
  },
} satisfies Partial<Handlers['space']>)
