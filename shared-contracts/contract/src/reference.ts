import { selectEndpoint } from './resource.ts'

/**
 * Where the records that a reference points at are chosen from, by the reference's `target`. Only the
 * select lists: a screen that refers to an entity need not carry the whole of it.
 */
export const referenceEndpoints = {
  advertiser: selectEndpoint('advertiser', '/api/account/advertiser', 'advertiser.select'),
  agency: selectEndpoint('agency', '/api/account/agency', 'agency.select'),
  rep: selectEndpoint('rep', '/api/account/rep', 'rep.select'),
  medium: selectEndpoint('medium', '/api/medium', 'medium.select'),
  publisher_group: selectEndpoint('publisher_group', '/api/publisher-group', 'publisher_group.select'),
}

export type ReferenceTarget = keyof typeof referenceEndpoints
export type SelectEndpoint = ReturnType<typeof selectEndpoint>

/** The select list of a reference's target; throws where none is declared. */
export function referenceEndpoint(target: string | undefined): SelectEndpoint {
  if (target === undefined || !Object.hasOwn(referenceEndpoints, target)) {
    throw new Error(`No select list is declared for the reference target "${target}": add it to referenceEndpoints`)
  }
  return referenceEndpoints[target as ReferenceTarget]
}
