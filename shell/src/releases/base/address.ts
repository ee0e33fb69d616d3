import { recordOf, releaseActions, releaseHours, type ReleaseAction } from '@adsite/contract'

/** What the card of a unit can open, in the order of its buttons. */
export const unitPanels = ['vitals', 'violations', 'history'] as const
export type UnitPanel = (typeof unitPanels)[number]

/** State of the releases page in its URL; invalid values are dropped. */
export interface ReleasesAddress {
  readonly hours: (typeof releaseHours)[number]
  /** The unit of which a panel is shown. */
  readonly panels: Readonly<Record<UnitPanel, string | null>>
  /** The build whose failures are shown. */
  readonly failures: { readonly unit: string; readonly build: string } | null
  /** Builds to preview are being chosen. */
  readonly preview: boolean
  readonly dialog: { readonly action: ReleaseAction; readonly unit: string } | null
}

const usual = '24'

export function readAddress(search: URLSearchParams): ReleasesAddress {
  const action = releaseActions.find((name) => name === search.get('action'))
  const unit = search.get('unit')
  const failing = search.get('failures')
  const build = search.get('build')
  return {
    hours: releaseHours.find((hours) => hours === search.get('hours')) ?? usual,
    panels: recordOf(unitPanels, (panel) => search.get(panel)),
    failures: failing !== null && build !== null ? { unit: failing, build } : null,
    preview: search.has('preview'),
    dialog: action && unit !== null ? { action, unit } : null,
  }
}

export function writeAddress({ hours, panels, failures, preview, dialog }: ReleasesAddress): URLSearchParams {
  return new URLSearchParams({
    ...(hours === usual ? {} : { hours }),
    ...Object.fromEntries(Object.entries(panels).filter(([, unit]) => unit !== null)),
    ...(failures ? { failures: failures.unit, build: failures.build } : {}),
    ...(preview ? { preview: '' } : {}),
    ...(dialog ? { unit: dialog.unit, action: dialog.action } : {}),
  })
}
