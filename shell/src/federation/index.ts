export { AreaLoadError, type LoadPhase } from './area-load-error.ts'
export { enterArea, prefetchArea, type LoadedArea } from './load-area.ts'
export { followPointers, pointers, usePointers } from './pointers.ts'
