import { releaseActions, releaseHours, type ReleaseAction } from '@adsite/contract'

/** State of the releases page in its URL; invalid values are dropped. */
export interface ReleasesAddress {
  readonly hours: (typeof releaseHours)[number]
  /** The unit whose history is shown. */
  readonly history: string | null
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
    history: search.get('history'),
    failures: failing !== null && build !== null ? { unit: failing, build } : null,
    preview: search.has('preview'),
    dialog: action && unit !== null ? { action, unit } : null,
  }
}

export function writeAddress({ hours, history, failures, preview, dialog }: ReleasesAddress): URLSearchParams {
  return new URLSearchParams({
    ...(hours === usual ? {} : { hours }),
    ...(history === null ? {} : { history }),
    ...(failures ? { failures: failures.unit, build: failures.build } : {}),
    ...(preview ? { preview: '' } : {}),
    ...(dialog ? { unit: dialog.unit, action: dialog.action } : {}),
  })
}
