import { listHeadsAt, listRowsAt, type AnsweredList, type ListCell, type Locale, type SavedView } from '@adsite/contract'
import { mayOpen, ownVariant } from '@adsite/remote/navigation'
import type { FrameCell, FrameRows } from '@adsite/remote/release-format'
import type { FramedPage, UsedAccount } from './frame-view.ts'

/** What the API answered to the calls of a list: to its saved views, and to its rows. */
export interface ListAnswers {
  readonly views: { readonly data: readonly SavedView[] }
  readonly list: { readonly data: AnsweredList['records'] }
}

/** The number of rows that a large window shows; the others come with the screen. */
const most = 20

/** The first rows of a list, as the kit draws them (docs/decisions/0047-early-frame.md); null where it would draw others. */
export function frameRows(
  { views, list }: ListAnswers,
  { role }: UsedAccount,
  { url, route, pointers }: FramedPage,
  language: Locale,
): FrameRows | null {
  if (route === null) return null
  const search = url.searchParams
  const heads = listHeadsAt(route, search, role, language)
  const rows = listRowsAt({ route, search, role, language, views: views.data, records: list.data.slice(0, most) })
  if (!heads || !rows) return null
  const routes = Object.values(pointers.remotes).flatMap(({ stable }) => stable.manifest.routes)
  const opens = (name: string) => name === '' || routes.some((each) => [name, ownVariant(name)].includes(each.name) && mayOpen(role, each))
  const cellOf = ({ place, text, tail, empty, route: to, tags, meter }: ListCell): FrameCell => ({
    edge: place === 'edge',
    figure: place === 'figure',
    link: to !== null && opens(to),
    muted: empty,
    text,
    tail,
    tags: tags.map(({ name, colour }) => ({ name, colour: { [colour]: true } })),
    meter: meter && { spent: meter.spent, planned: meter.planned, off: !meter.asPlanned },
  })
  return { choosing: heads.choosing, rows: rows.map((cells) => ({ cells: cells.map(cellOf) })) }
}
