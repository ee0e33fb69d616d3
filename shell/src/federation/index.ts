export { AreaLoadError, type LoadPhase } from './area-load-error.ts'
export {
  isMeasured,
  isNobodysFault,
  reportApiTrouble,
  reportBlank,
  reportFailure,
  reportMounted,
  reportShellFailure,
  reportShellMounted,
  watchErrors,
  type BuildName,
} from './beacons.ts'
export { developedBuild, useIsServed } from './development.ts'
export { cacheArea, enterArea, loadedArea, type LoadedArea } from './load-area.ts'
export { shellBuild } from './shell-build.ts'
export { isChunkLoadError, renewChunk } from './renew-chunk.ts'
export { followPointers, pointers, pointersKnown, usePointers } from './pointers.ts'
