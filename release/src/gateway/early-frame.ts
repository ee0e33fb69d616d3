import type { FrameRows, FrameView } from '@adsite/remote/release-format'
import mustache from 'mustache'
import { randomUUID } from 'node:crypto'

/** What a shell's page shows before its script has come, as templates in Mustache. */
export interface EarlyFrame {
  readonly frame: string
  /** The part for the first rows of a list; null in shells without it. */
  readonly rows: string | null
}

/** Where a shell's page has these templates: comments, so that a gateway that does not know them shows nothing of them. */
const markers = { frame: /<!--FRAME\s([\s\S]*?)-->/u, rows: /<!--ROWS\s([\s\S]*?)-->/u }

/** A page without the templates of its early frame, and these; null if it has none. */
export function cutFrame(page: string): { readonly page: string; readonly frame: EarlyFrame | null } {
  const [frame, rows] = [markers.frame.exec(page)?.[1], markers.rows.exec(page)?.[1]]
  return {
    page: page.replace(markers.frame, '').replace(markers.rows, ''),
    frame: frame === undefined ? null : { frame, rows: rows ?? null },
  }
}

/** Fills a template in; everything that is data is escaped. Empty for a template that is malformed: a page does without it. */
function render(template: string, view: object): string {
  try {
    return mustache.render(template, view).trim()
  } catch {
    return ''
  }
}

/** The early frame in two parts, between which its rows come; both empty for none. */
export function renderFrame({ frame }: EarlyFrame, view: Omit<FrameView, 'rows'>): readonly [before: string, after: string] {
  const place = randomUUID()
  const [before = '', ...after] = render(frame, { ...view, rows: place } satisfies FrameView).split(place)
  return [before, after.join('')]
}

/** The rows, whole. */
export function renderRows({ rows }: EarlyFrame, view: FrameRows): string {
  return rows === null ? '' : render(rows, view)
}
