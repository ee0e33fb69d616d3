import { releaseActions, releaseHours, type ReleaseAction } from '@adsite/contract'

/** What the releases page shows, as its address says; what it cannot show is left out. */
export interface ReleasesAddress {
  readonly hours: (typeof releaseHours)[number]
  /** Unit whose history is open. */
  readonly history: string | null
  /** The build whose failures are open. */
  readonly failures: { readonly unit: string; readonly build: string } | null
  /** The dialog that is open. */
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
    history: search.get('history'),
    failures: failing !== null && build !== null ? { unit: failing, build } : null,
    dialog: action && unit !== null ? { action, unit } : null,
  }
}

export function writeAddress({ hours, history, failures, dialog }: ReleasesAddress): URLSearchParams {
  return new URLSearchParams({
    ...(hours === usual ? {} : { hours }),
    ...(history === null ? {} : { history }),
    ...(failures ? { failures: failures.unit, build: failures.build } : {}),
    ...(dialog ? { unit: dialog.unit, action: dialog.action } : {}),
  })
}
