import { displayText, displayValue } from './display/display-value.ts'
import { formatFigure } from './display/format-figure.ts'
import { formatPercent } from './display/format.ts'
import { partsOfName } from './display/name-parts.ts'
import { paceStates } from './entities/demand/pace.ts'
import { listOfRoute } from './list-calls.ts'
import { columnsOf, type ListColumn } from './list/list-columns.ts'
import { shownColumns, viewParameters } from './resource/list-address.ts'
import type { AnyResource, ResourceRecord } from './resource/resource.ts'
import type { Role } from './role/role.ts'
import type { SavedView } from './site/saved-view.ts'
import { targetRoute } from './site/target-route.ts'
import { isBare } from './site/view-address.ts'
import type { Choice } from './text/choices.ts'
import type { Locale } from './text/text.ts'

/** What a list answered at the URL of a route. */
export interface AnsweredList {
  /** Name of the route. */
  readonly route: string
  readonly search: URLSearchParams
  readonly role: Role
  readonly language: Locale
  /** The saved views of the list. */
  readonly views: readonly Pick<SavedView, 'is_default'>[]
  readonly records: readonly ResourceRecord<AnyResource>[]
}

/** A text on a ground of a colour. */
export interface ListTag {
  readonly name: string
  readonly colour: NonNullable<Choice['colour']>
}

/** A cell of a list, without what only a screen can add: what a click does. */
export interface ListCell {
  readonly place: ListColumn['place']
  readonly text: string
  /** The end of a name that may be cut before it. */
  readonly tail: string
  /** Whether the text stands for no value. */
  readonly empty: boolean
  /** The route of a record to which the text is a link, `''` for another address; null: it is none. */
  readonly route: string | null
  readonly tags: readonly ListTag[]
  /** A bar, in percent of its whole, with where it should be. */
  readonly meter: { readonly spent: number; readonly planned: number; readonly asPlanned: boolean } | null
}

const plain: Omit<ListCell, 'place'> = { text: '', tail: '', empty: false, route: null, tags: [], meter: null }

/** The percentage of nothing, or of what the role does not receive, is 0: the bar is decoration. */
const percentOf = (amount: number, whole: number) =>
  whole > 0 && amount > 0 ? Math.round(Math.min(100, (amount / whole) * 100) * 10) / 10 : 0

const tagOf = ({ label, colour = 'neutral' }: Choice, language: Locale): ListTag => ({ name: label[language], colour })

function contentOf(record: AnsweredList['records'][number], { name, field }: ListColumn, resource: AnyResource, language: Locale) {
  if (field.metric) return { text: formatFigure(field.metric, record.figures?.[field.metric], language) }
  const value = displayValue(field, name, record, language)
  const text = displayText(value, language) ?? ''
  if (name === resource.title && value.kind === 'text') {
    const [start, tail] = partsOfName(text) ?? [text, '']
    return { text: start, tail, route: `${resource.name}.detail` }
  }
  switch (value.kind) {
    case 'empty':
      return { text: value.text, empty: true }
    case 'text':
      return { text }
    case 'link':
      return { text, route: '' }
    case 'tag':
      return { tags: [tagOf(value.choice, language)] }
    case 'labels':
      return { tags: value.labels.map((label) => ({ name: label.name, colour: label.tone })) }
    case 'records':
      return { text, route: value.label === null ? targetRoute(value.target) : null }
    case 'meter': {
      const { spent, of, planned, rate, state } = value
      const said = paceStates.items.find(({ key }) => key === state)
      // What says that it is not known yet is the screen's.
      if (!said) return {}
      const meter = { spent: percentOf(spent, of), planned: percentOf(planned, of), asPlanned: state === 'on_pace' }
      return { meter, text: formatPercent(rate, language, 1), tags: [tagOf(said, language)] }
    }
  }
}

/**
 * The cells that the list at a route's URL shows for its records, in the order of the columns of `listHeadsAt`. Returns null if the
 * cells cannot be known from the URL alone: a saved view opens, another period is compared, or the route has no list
 * (`listOfRoute`).
 */
export function listRowsAt({ route, search, role, language, views, records }: AnsweredList): readonly (readonly ListCell[])[] | null {
  const found = listOfRoute(route, role)
  if (!found || records.some((record) => record.former_figures !== undefined)) return null
  const { resource } = found
  if (views.some((view) => view.is_default) && isBare(viewParameters(resource), search)) return null
  const columns = columnsOf(resource, shownColumns(resource, role, search), language)
  return records.map((record) =>
    columns.map((column): ListCell => ({ ...plain, place: column.place, ...contentOf(record, column, resource, language) })),
  )
}
