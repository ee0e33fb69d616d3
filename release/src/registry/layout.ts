import { ReleaseError } from '../error/release-error.ts'

/** The unit of the shell; every other unit is a remote, named after its area. */
export const shellUnit = 'shell'

/** Written by the registry to complete a publish; a build without it does not exist. */
export const releaseFileName = 'release.json'

/** Extensions of the compressed copies that publish stores beside a file. */
export const compressedEndings = { br: '.br', gzip: '.gz' } as const

/** Object keys (spec/platform "Storage"), the same in a directory and in a bucket. */
export const layout = {
  units: 'r',
  builds: (unit: string) => `r/${unit}`,
  file: (unit: string, build: string, path: string) => `r/${unit}/${build}/${path}`,
  /** Outside of what browsers are served. */
  sourceMaps: (unit: string, build: string) => `maps/${unit}/${build}`,
  sourceMap: (unit: string, build: string, path: string) => `maps/${unit}/${build}/${path}.map`,
  release: (unit: string, build: string) => `r/${unit}/${build}/${releaseFileName}`,
  tokens: 'tokens',
  token: (id: string) => `tokens/${id}.json`,
  channels: 'ch',
  /** Where a bucket shows that it keeps to conditions. No channel has such a name, so lists leave it out. */
  probe: 'ch/.probe',
  pointers: (channel: string) => `ch/${channel}`,
  pointer: (channel: string, unit: string) => `ch/${channel}/${unit}.json`,
  loggedChannels: 'log',
  logs: (channel: string) => `log/${channel}`,
  log: (channel: string, unit: string) => `log/${channel}/${unit}`,
  logEntry: (channel: string, unit: string, rev: number) => `log/${channel}/${unit}/${rev}.json`,
}

const namePatterns = {
  unit: { pattern: /^[a-z][a-z0-9-]{0,39}$/, rule: 'lower-case letters, digits and -, starting with a letter' },
  channel: { pattern: /^[a-z][a-z0-9-]{0,39}$/, rule: 'lower-case letters, digits and -, starting with a letter' },
  build: { pattern: /^(?!.*\.\.)[0-9a-z][0-9a-z.-]{0,99}$/, rule: 'lower-case letters, digits, . and -, starting with a letter or digit' },
}

export function isName(kind: keyof typeof namePatterns, name: string): boolean {
  return namePatterns[kind].pattern.test(name)
}

/** What names of a kind consist of, in words. */
export const nameRule = (kind: keyof typeof namePatterns): string => namePatterns[kind].rule

/** Names become keys, so anything but a plain name is refused. */
export function checkName(kind: keyof typeof namePatterns, name: string): void {
  if (isName(kind, name)) return
  throw new ReleaseError('invalid_name', {
    what: `${JSON.stringify(name)} is no name of a ${kind}`,
    why: `it must consist of ${namePatterns[kind].rule}`,
    advice: `Correct the ${kind}`,
  })
}

/** True for a path inside a build: plain segments, none hidden, hence neither `..` nor absolute. */
export function isFilePath(path: string): boolean {
  return path.length <= 200 && path.split('/').every((segment) => /^[A-Za-z0-9_@~+-][A-Za-z0-9_@~+.-]*$/.test(segment))
}
