/**
 * Version (semver) of the calls between pages and API: that of the contract packages, which a test compares. The code of
 * an area sends the version that it was built with.
 */
export const apiVersion = '1.3.0'

/**
 * Whether an API serves code that was built against a version: every one of the same major version that is not more than
 * one minor version newer than the API, so that the API can be rolled back under open pages (docs/releasing.md).
 */
export function isServedVersion(caller: string, api: string = apiVersion): boolean {
  const [major, minor = 0] = caller.split('.').map(Number)
  const [ownMajor, ownMinor = 0] = api.split('.').map(Number)
  return /^\d+\.\d+\.\d+$/u.test(caller) && major === ownMajor && minor <= ownMinor + 1
}
