import type { FrameView } from '@adsite/remote/release-format'
import mustache from 'mustache'

/** Where a shell's page has the template of its early frame: a comment, so that a gateway that does not know it shows nothing of it. */
const marker = /<!--FRAME\s([\s\S]*?)-->/u

/** A page without the template of its early frame, and that template; null if it has none. */
export function cutFrame(page: string): { readonly page: string; readonly frame: string | null } {
  return { page: page.replace(marker, ''), frame: marker.exec(page)?.[1] ?? null }
}

/** Fills the template in; everything that is data is escaped. Empty for a template that is malformed: a page does without its early frame. */
export function renderFrame(template: string, view: FrameView): string {
  try {
    return mustache.render(template, view).trim()
  } catch {
    return ''
  }
}
