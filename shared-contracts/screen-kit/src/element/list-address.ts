import type { RouteWith } from '@adsite/contract'
import type { ShellApi } from '@adsite/remote'

/** The list a screen links back to: all records, or those of one parent record. */
export type ListAddress =
  | { readonly listRoute: RouteWith<never>; readonly listParams?: undefined }
  | { readonly listRoute: RouteWith<'id'>; readonly listParams: { readonly id: number | string } }

export function listHref(shell: ShellApi, { listRoute, listParams }: ListAddress): string | null {
  return listParams === undefined ? shell.href(listRoute) : shell.href(listRoute, listParams)
}
