import { releaseActions, releaseHours, type ReleaseAction } from '@adsite/contract'

/** What the releases page shows, as its address says; what it cannot show is left out. */
export interface ReleasesAddress {
  readonly hours: (typeof releaseHours)[number]
  /** Unit whose history is open. */
  readonly history: string | null
  /** The dialog that is open. */
  readonly dialog: { readonly action: ReleaseAction; readonly unit: string } | null
}

const usual = '24'

export function readAddress(search: URLSearchParams): ReleasesAddress {
  const action = releaseActions.find((name) => name === search.get('action'))
  const unit = search.get('unit')
  return {
    hours: releaseHours.find((hours) => hours === search.get('hours')) ?? usual,
    history: search.get('history'),
    dialog: action && unit !== null ? { action, unit } : null,
  }
}

export function writeAddress({ hours, history, dialog }: ReleasesAddress): URLSearchParams {
  return new URLSearchParams({
    ...(hours === usual ? {} : { hours }),
    ...(history === null ? {} : { history }),
    ...(dialog ? { unit: dialog.unit, action: dialog.action } : {}),
  })
}
